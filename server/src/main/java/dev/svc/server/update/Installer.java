package dev.svc.server.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The installer's own lock, which it holds as shells do: its number in a file, or in a link where there is no flock.
final class Installer {
    private static final Pattern NUMBER = Pattern.compile("(?:pid=)?([0-9]{1,18})\\s*");

    private Installer() {}

    /// The number of the installer or uninstaller that works on this home now.
    static Optional<Long> at(Path home) {
        Path lock = home.resolve("install.lock");
        try {
            String text =
                    Files.isSymbolicLink(lock) ? Files.readSymbolicLink(lock).toString() : Files.readString(lock);
            var number = NUMBER.matcher(text);
            return number.matches()
                    ? ProcessHandle.of(Long.parseLong(number.group(1)))
                            .filter(Installer::isOne)
                            .map(ProcessHandle::pid)
                    : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /// The file stays when the installer ends, and its number may be another's by then.
    private static boolean isOne(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .commandLine()
                        .map(line -> line.contains("install.sh"))
                        .orElse(true);
    }
}
