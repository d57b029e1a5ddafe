package dev.svc.server.engine.opencode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.session.Ask;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One request of opencode: what it asks, and the reply for each choice.
sealed interface OpencodeDialog permits PermissionDialog, QuestionDialog {
    Pattern SESSION = Pattern.compile("ses_[0-9A-Za-z]{1,60}");

    /// The program's name for it.
    String id();

    String session();

    Ask ask();

    /// What is sent for a choice.
    ///
    /// @param choice a key of [#ask()]
    /// @throws IllegalArgumentException when it is none of these
    Reply reply(String choice, @Nullable String words);

    /// What is sent, and where to.
    record Reply(String path, JsonNode body) {}
}
