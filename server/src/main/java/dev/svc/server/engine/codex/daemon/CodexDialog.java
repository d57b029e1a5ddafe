package dev.svc.server.engine.codex.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.session.Ask;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One approval or input request of the daemon: makes the question that people see, and the reply to it.
sealed interface CodexDialog permits CommandDialog, ChangeDialog, InputDialog {
    /// What is longer is not kept.
    int LONGEST = 1 << 20;

    /// The daemon's name for the request: a number or a text.
    JsonNode id();

    /// The item it is about. The daemon counts its requests from its start on, so that a number comes again.
    String item();

    Ask ask();

    /// What is answered for a choice.
    ///
    /// @throws IllegalArgumentException when it is none that is given from here
    JsonNode result(String choice);

    /// Never used twice.
    default String key() {
        return item() + "/" + id().asText();
    }

    /// Empty for what has another form, or says more than can be shown.
    ///
    /// @param changes the file changes of the item, if the daemon has announced them
    static Optional<CodexDialog> read(JsonNode request, Optional<JsonNode> changes) {
        var id = request.path("id");
        var said = request.path("params");
        boolean isWhole = (id.isIntegralNumber() || id.isTextual())
                && id.asText().length() <= 100
                && said.path("itemId").isTextual()
                && said.path("itemId").asText().length() <= 200
                && isBearable(said);
        if (!isWhole) {
            return Optional.empty();
        }
        return switch (request.path("method").asText()) {
            case "item/commandExecution/requestApproval" ->
                CommandDialog.read(id, said).map(it -> it);
            case "item/fileChange/requestApproval" ->
                changes.flatMap(it -> ChangeDialog.read(id, said, it)).map(it -> it);
            case "item/tool/requestUserInput" -> InputDialog.read(id, said).map(it -> it);
            default -> Optional.empty();
        };
    }

    static boolean isBearable(JsonNode said) {
        return said.toString().length() <= LONGEST;
    }

    /// A text of a request; null where it is missing or empty.
    static @Nullable String text(JsonNode value) {
        return value.isTextual() && !value.asText().isBlank() ? value.asText() : null;
    }
}
