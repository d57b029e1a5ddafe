package dev.svc.server;

import dev.svc.shared.control.ProcessMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/// Finds programs of this machine by their command lines. Leaves out stuck ones, for which `ps` would wait.
public final class Programs {
    private static final int MOST_WORDS = 64 << 10;

    /// A program, and its words with blanks between them.
    public record Program(ProcessHandle process, String line) {}

    private Programs() {}

    /// Those whose command lines contain the text.
    public static Stream<Program> with(String text) {
        var memory = new ProcessMemory();
        return ProcessHandle.allProcesses()
                .map(it -> new Program(it, line(memory, it.pid())))
                .filter(it -> it.line().contains(text));
    }

    private static String line(ProcessMemory memory, long pid) {
        try {
            return new String(memory.read(pid, "cmdline", MOST_WORDS), StandardCharsets.UTF_8)
                    .replace('\0', ' ')
                    .strip();
        } catch (IOException goneOrStuck) {
            return "";
        }
    }
}
