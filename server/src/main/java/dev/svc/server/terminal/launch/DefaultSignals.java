package dev.svc.server.terminal.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a shell starts behind `&`, or nohup, ignores signals, and so would every program started from there: Ctrl-C
/// would do nothing in its terminal.
public final class DefaultSignals {
    private static final Path ENV = Path.of("/usr/bin/env");
    private static final String IGNORED = "SigIgn:";
    private static final long HANG_UP_INTERRUPT_QUIT = 0b111;

    private DefaultSignals() {}

    /// Words in front of a command that give it signals as they are at first; none where that is so anyway.
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

    /// Not every `env` can do it.
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
