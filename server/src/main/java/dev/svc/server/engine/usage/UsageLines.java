package dev.svc.server.engine.usage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonLine;
import java.io.IOException;

/// Finds the calls of models in the lines of one log. Owned by the reading that made it.
public interface UsageLines {

    /// Looks at the next line. Nearly all lines tell nothing of this, so they must not be parsed.
    void line(JsonLine line, UsageSink sink) throws IOException;

    /// A whole file of an old form, which is one document.
    default void document(JsonNode document, UsageSink sink) {}

    /// What must be known to go on after the last line, as a short text without line breaks and tabs.
    default String state() {
        return "";
    }

    /// Begins to read a log.
    @FunctionalInterface
    interface Opening {
        /// Opens it for reading from where it was left.
        ///
        /// @param state what the reading before ended with; empty at the start of the log
        UsageLines open(String nativeId, String state) throws IOException;
    }
}
