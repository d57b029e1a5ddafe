package dev.svc.server.terminal.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Distinguishes a running process from a zombie.
public final class Liveness {
    private Liveness() {}

    public static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && !isZombie(process.pid());
    }

    /// Looks at the state letter, which follows the command's closing bracket; only Linux tells.
    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.startsWith(") Z", stat.lastIndexOf(')'));
        } catch (IOException elsewhere) {
            return false;
        }
    }
}
