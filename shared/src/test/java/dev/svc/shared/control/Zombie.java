package dev.svc.shared.control;

import dev.svc.shared.waiting.Waiting;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;

/// A process that has ended, and whose parent never asks for it.
public record Zombie(ProcessHandle process, Process parent) implements Closeable {
    /// The parent is a shell until both run, which would ask for it.
    public static Zombie make() throws IOException {
        var parent = new ProcessBuilder("/bin/sh", "-c", "sleep 1000 & echo $!; exec sleep 1000").start();
        try (BufferedReader said = parent.inputReader()) {
            var process = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            Waiting.until(() -> isNoShell(parent.toHandle()) && isNoShell(process));
            process.destroyForcibly();
            Waiting.until(() -> !Liveness.isRunning(process));
            return new Zombie(process, parent);
        }
    }

    private static boolean isNoShell(ProcessHandle process) {
        return process.info().arguments().filter(it -> it.length == 1).isPresent();
    }

    @Override
    public void close() {
        parent.destroyForcibly();
    }
}
