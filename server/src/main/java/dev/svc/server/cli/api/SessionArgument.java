package dev.svc.server.cli.api;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The session that a command is about, and the form of its answer.
final class SessionArgument {
    @Parameters(index = "0", paramLabel = "SID", description = "The session's id, as svc sessions prints it.")
    private String session = "";

    @Option(names = "--json", description = "Prints the answer of the interface.")
    private boolean asJson;

    String sid() {
        return session;
    }

    boolean json() {
        return asJson;
    }
}
