package dev.svc.server.terminal.host;

import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.control.StuckProcessException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// What is in the foreground of a terminal: a shell that waits for a command, or the command. Known on Linux alone.
public final class Foreground {
    private static final Set<String> SHELLS =
            Set.of("ash", "bash", "csh", "dash", "elvish", "fish", "ksh", "mksh", "nu", "sh", "tcsh", "xonsh", "zsh");

    /// After the name in parentheses: state, parent, group, session, terminal, and the group in its foreground.
    private static final int GROUP = 5;

    private static final int MOST_WORDS = 64 << 10;

    private final Path proc;
    private final ProcessMemory memory;

    public Foreground() {
        this(Path.of("/proc"), new ProcessMemory(Path.of("/proc")));
    }

    Foreground(Path proc, ProcessMemory memory) {
        this.proc = proc;
        this.memory = memory;
    }

    /// Whether a command runs in front of the shell; one that is stuck does.
    ///
    /// @param leader a process of the terminal
    public boolean isBusy(long leader) {
        try {
            var stat = Files.readString(proc.resolve(leader + "/stat"), StandardCharsets.ISO_8859_1);
            var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", GROUP + 2);
            var command = memory.read(Long.parseLong(fields[GROUP]), "cmdline", MOST_WORDS);
            return !isShell(Arrays.asList(new String(command, StandardCharsets.ISO_8859_1).split("\0", -1)));
        } catch (StuckProcessException stuck) {
            return true;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException notKnown) {
            return false;
        }
    }

    /// Alone or as a login shell; one that was given something else to do is a command.
    private static boolean isShell(List<String> words) {
        var first = words.getFirst();
        var name = first.substring(first.lastIndexOf('/') + 1);
        return SHELLS.contains(name.startsWith("-") ? name.substring(1) : name)
                && words.stream().skip(1).allMatch(word -> word.isEmpty() || word.equals("-l") || word.equals("-i"));
    }
}
