package dev.svc.tray.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// Programs in terminals that run on while no service holds them, as their launchers wrote them down: the number of the
/// one that keeps the terminal, and of the program's parent.
final class Orphans {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,18}) (\\d{1,18})\\s[\\s\\S]{0,16}");

    private Orphans() {}

    /// How many.
    ///
    /// @param folder SVC_RUNTIME_DIR
    static int count(Path folder) {
        try (var files = Files.newDirectoryStream(folder, "*.pid")) {
            int found = 0;
            for (Path file : files) {
                found += lives(file) ? 1 : 0;
            }
            return found;
        } catch (IOException none) {
            return 0;
        }
    }

    private static boolean lives(Path file) {
        try {
            var written = WRITTEN.matcher(Files.readString(file));
            return written.matches() && isAlive(written.group(1)) && isAlive(written.group(2));
        } catch (IOException | java.io.UncheckedIOException gone) {
            return false;
        }
    }

    private static boolean isAlive(String number) {
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(number));
        return process.filter(ProcessHandle::isAlive).isPresent();
    }
}
