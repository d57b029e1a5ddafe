package dev.svc.server.terminal.host;

import java.io.IOException;
import java.util.List;

/// The three ways to ask a program to end, from polite to final.
public enum Signal {
    HANG_UP("HUP"),
    TERMINATE("TERM"),
    KILL("KILL");

    private final String shortName;

    Signal(String shortName) {
        this.shortName = shortName;
    }

    void sendToGroup(long leader) throws IOException {
        sendToGroup(shortName, leader);
    }

    /// Sends to a whole process group, which the JDK cannot.
    static void sendToGroup(String shortName, long leader) throws IOException {
        var kill = List.of("/bin/sh", "-c", "kill -s \"$1\" -- \"-$2\"", "sh", shortName, Long.toString(leader));
        var process = new ProcessBuilder(kill)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            process.waitFor();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
