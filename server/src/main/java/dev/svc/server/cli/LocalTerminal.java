package dev.svc.server.cli;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.terminal.host.Size;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The terminal that a command was started in: passes on every key, and is restored afterwards.
final class LocalTerminal implements AutoCloseable {
    /// What a program may have switched on: other screen, mouse, focus, pasting, cursor keys, keyboards, hidden cursor.
    private static final String CALM =
            "\u001b[?1049l\u001b[?9;1000;1002;1003;1004;1005;1006;1015;1016;2004;2031;1l\u001b[<u\u001b[>4m\u001b>\u001b[?7;25h\u001b[r\u001b[0m\r\n";

    private final String before;
    private final Thread atExit = new Thread(this::restore);

    @GuardedBy("this")
    private boolean restored;

    private LocalTerminal(String before) {
        this.before = before;
    }

    /// Passes on every key from now on; fails where there is no terminal.
    static LocalTerminal raw() throws IOException {
        var terminal = new LocalTerminal(stty("-g").strip());
        Runtime.getRuntime().addShutdownHook(terminal.atExit);
        stty("raw", "-echo");
        return terminal;
    }

    static Size size() throws IOException {
        String[] parts = stty("size").strip().split(" ", -1);
        try {
            return new Size(clamped(parts[1]), clamped(parts[0]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException unknown) {
            return Size.USUAL;
        }
    }

    private static int clamped(String number) {
        return Math.clamp(Integer.parseInt(number), 1, Size.MOST);
    }

    private static String stty(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/tty"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("stty failed");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped while setting the terminal", stopped);
        }
        return said;
    }

    private synchronized void restore() {
        if (restored) {
            return;
        }
        restored = true;
        System.out.print(CALM);
        System.out.flush();
        try {
            stty(before);
        } catch (IOException gone) {
            // the terminal itself is gone, and nobody is left to notify
        }
    }

    @Override
    public void close() {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException stopping) {
            // then it has nothing to do any more
        }
    }
}
