package dev.svc.server.setting;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.function.Supplier;

/// One key of the settings: what it takes, and who keeps its value.
public sealed interface Setting {
    String name();

    Kind kind();

    /// Kept in the journal.
    ///
    /// @param otherwise what holds while nobody has set it, as a rule what a variable says
    record Journaled(String name, Kind kind, Supplier<JsonNode> otherwise) implements Setting {}

    /// Kept by somebody else: a secret, or a line of the env file. The journal learns when it was changed, never to
    /// what.
    ///
    /// @param shown what people are told of it
    /// @param isSecret nobody is told whether a new value is the old one
    record Kept(String name, Kind kind, boolean isSecret, Supplier<JsonNode> shown, Keeper keeper) implements Setting {}

    /// Takes a checked value; a null node takes it away.
    @FunctionalInterface
    interface Keeper {
        void keep(JsonNode value) throws IOException;
    }
}
