package dev.svc.server.cli;

import picocli.CommandLine.Command;

/// `svc version`: nothing but the number, for people and scripts alike.
@Command(name = "version", description = "Prints the version.")
public final class VersionCommand implements Runnable {
    private final String version;
    private final Console console;

    public VersionCommand(String version, Console console) {
        this.version = version;
        this.console = console;
    }

    @Override
    public void run() {
        console.out().println(version);
    }
}
