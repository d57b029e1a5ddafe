package dev.svc.server.terminal.host;

import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.control.ProcessState;
import dev.svc.shared.control.StuckProcessException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is in the foreground of one terminal: a shell that waits for a command, or the command. Known on Linux alone.
public final class Foreground {
    private static final Set<String> SHELLS =
            Set.of("ash", "bash", "csh", "dash", "elvish", "fish", "ksh", "mksh", "nu", "sh", "tcsh", "xonsh", "zsh");

    private static final int MOST_WORDS = 64 << 10;

    private final Path proc;
    private final ProcessMemory memory;
    private volatile @Nullable Command seen;

    /// A command that was read, and whether it is more than a shell that waits.
    ///
    /// @param name differs once the process has become another program, or another process has its number
    private record Command(String name, boolean isBusy) {}

    public Foreground(ProcessMemory memory) {
        this(Path.of("/proc"), memory);
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
            long group = ProcessState.of(proc, leader).foreground();
            var state = ProcessState.of(proc, group);
            var name = group + " " + state.start() + " " + state.words();
            var command = seen;
            if (command == null || !command.name().equals(name)) {
                command = new Command(name, !isShell(words(group)));
                seen = command;
            }
            return command.isBusy();
        } catch (StuckProcessException stuck) {
            return true;
        } catch (IOException notKnown) {
            return false;
        }
    }

    private List<String> words(long group) throws IOException {
        var command = memory.read(group, "cmdline", MOST_WORDS);
        return Arrays.asList(new String(command, StandardCharsets.ISO_8859_1).split("\0", -1));
    }

    /// Alone or as a login shell; one that was given something else to do is a command.
    private static boolean isShell(List<String> words) {
        var first = words.getFirst();
        var name = first.substring(first.lastIndexOf('/') + 1);
        return SHELLS.contains(name.startsWith("-") ? name.substring(1) : name)
                && words.stream().skip(1).allMatch(word -> word.isEmpty() || word.equals("-l") || word.equals("-i"));
    }
}
