package dev.svc.server.engine.claudecode.ask;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.session.Ask;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Translates one call into what it asks, and a choice into the program's decision.
sealed interface ClaudeDialog permits ToolDialog, ChoiceDialog {

    Ask ask();

    /// The program's word for a choice of [#ask()].
    ///
    /// @throws IllegalArgumentException when it is none of these
    ObjectNode decision(Ask.Choice choice, @Nullable String words);

    /// Empty for what the terminal alone can answer well: the approval of a plan, which also picks how it goes on, and
    /// several questions at once.
    static Optional<ClaudeDialog> of(PermissionRequest request) {
        return switch (request.tool()) {
            case "ExitPlanMode" -> Optional.empty();
            case "AskUserQuestion" -> ChoiceDialog.read(request).map(it -> it);
            default -> Optional.of(new ToolDialog(request));
        };
    }
}
