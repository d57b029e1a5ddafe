package dev.svc.server.terminal.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A process started behind `&` in a shell, or by nohup, ignores signals, and its children inherit that: Ctrl-C would
/// do nothing in their terminals.
public final class DefaultSignals {
    private static final Path ENV = Path.of("/usr/bin/env");
    private static final String IGNORED = "SigIgn:";
    private static final long HANG_UP_INTERRUPT_QUIT = 0b111;

    private DefaultSignals() {}

    /// A command prefix that restores the default signals; empty where they are in force anyway.
    ///
    /// @param status what the system says of this process; where there is no such file, nothing is known
    public static List<String> front(Path status) {
        try {
            return ignores(status) && isAble() ? words() : List.of();
        } catch (IOException unknown) {
            return List.of();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static boolean ignores(Path status) throws IOException {
        if (!Files.exists(status)) {
            return false;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(IGNORED))
                .mapToLong(line ->
                        Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16))
                .anyMatch(mask -> (mask & HANG_UP_INTERRUPT_QUIT) != 0);
    }

    /// Not every `env` supports it.
    private static boolean isAble() throws IOException, InterruptedException {
        var trial = new ArrayList<>(words());
        trial.add("true");
        return new ProcessBuilder(trial)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private static List<String> words() {
        return List.of(ENV.toString(), "--default-signal=HUP,INT,QUIT");
    }
}
