package dev.svc.server.setting;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/// One key of the settings: its valid values, and the owner of its value.
public sealed interface Setting {
    String name();

    Kind kind();

    /// Kept in the journal.
    ///
    /// @param otherwise the default, usually from a variable
    record Journaled(String name, Kind kind, Supplier<JsonNode> otherwise) implements Setting {}

    /// Kept by another owner: a secret, or a line of the env file. The journal records when it was changed, never the
    /// value.
    ///
    /// @param shown what people get to see of it
    /// @param isSecret an attempt does not reveal whether a new value equals the old one
    /// @param fit whether a value is compatible with the others
    record Kept(String name, Kind kind, boolean isSecret, Supplier<JsonNode> shown, Fit fit, Keeper keeper)
            implements Setting {

        /// One that is compatible with any others.
        public Kept(String name, Kind kind, boolean isSecret, Supplier<JsonNode> shown, Keeper keeper) {
            this(name, kind, isSecret, shown, (_, _) -> Optional.empty(), keeper);
        }
    }

    /// Checks a value before any part of a change is made.
    @FunctionalInterface
    interface Fit {
        /// Why it cannot be, as a sentence.
        ///
        /// @param after the journaled settings of its section as they will be then
        Optional<String> objection(JsonNode value, JsonNode after);
    }

    /// Stores a validated value; a null node removes it.
    @FunctionalInterface
    interface Keeper {
        void keep(JsonNode value) throws IOException;
    }
}
