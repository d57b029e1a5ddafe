package dev.svc.server.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.cli.CommandException;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.util.Optional;

/// What the running service answers, for commands that do without it where none runs.
public final class ServedAnswers {
    private static final int GOOD = 200;

    private ServedAnswers() {}

    /// Empty where no service answers, and where it refuses.
    ///
    /// @param path with its query, encoded
    public static Optional<JsonNode> get(Config config, String path) {
        try {
            var reply = LocalApi.of(config).call("GET", path, null);
            return reply.status() == GOOD ? Optional.of(reply.body()) : Optional.empty();
        } catch (IOException | CommandException nobody) {
            return Optional.empty();
        }
    }
}
