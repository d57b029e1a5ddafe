package dev.svc.server.terminal.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The size of a process's terminal, as the terminal itself has it.
final class WindowSize {
    private static final String ASK = """
            terminal=$(readlink "/proc/$1/fd/0") || terminal=/dev/$(ps -o tty= -p "$1" | tr -d ' ')
            exec stty size <"$terminal"
            """;

    private static final Pattern SAID = Pattern.compile("([1-9]\\d{0,2}|1000) ([1-9]\\d{0,2}|1000)\n");

    private WindowSize() {}

    /// Empty where that cannot be known.
    static Optional<Size> of(long pid) {
        try {
            var process = new ProcessBuilder(List.of("/bin/sh", "-c", ASK, "svc", Long.toString(pid)))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var said = SAID.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            return said.matches()
                    ? Optional.of(new Size(Integer.parseInt(said.group(2)), Integer.parseInt(said.group(1))))
                    : Optional.empty();
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
