package dev.svc.server.demo;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One step of a conversation in the script: a person's words, the program's, or a tool call.
///
/// @param does the name of a tool
/// @param with what the tool is called with
/// @param gets what it answers
/// @param fails whether that is a failure
record Said(
        @Nullable String you,
        @Nullable String it,
        @Nullable String does,
        @Nullable Map<String, Object> with,
        @Nullable String gets,
        boolean fails) {

    boolean isPersons() {
        return you != null;
    }

    boolean isSpoken() {
        return does == null;
    }

    /// The words, or what a tool answered.
    String text() {
        return Stream.of(you, it, gets).filter(Objects::nonNull).findFirst().orElse("");
    }

    String tool() {
        return Objects.requireNonNull(does, "words are no tool");
    }

    Map<String, Object> input() {
        return with == null ? Map.of() : with;
    }
}
