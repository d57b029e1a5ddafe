package dev.svc.server.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Where a command prints: results to one stream, everything else to the other.
///
/// @param interactive whether a person reads the results, so that colours and progress are welcome
public record Console(PrintWriter out, PrintWriter err, boolean interactive) {

    public static Console ofProcess() {
        boolean terminal = Optional.ofNullable(System.console())
                .filter(java.io.Console::isTerminal)
                .isPresent();
        return new Console(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                terminal && System.getenv("NO_COLOR") == null);
    }
}
