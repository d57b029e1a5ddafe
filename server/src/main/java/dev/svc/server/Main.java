package dev.svc.server;

import dev.svc.server.cli.Console;
import dev.svc.server.wiring.log.Logging;

/// Where the program begins.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Logging.begin();
        System.exit(Wiring.commands(Console.ofProcess()).run(arguments));
    }
}
