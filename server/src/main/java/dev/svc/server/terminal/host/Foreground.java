package dev.svc.server.terminal.host;

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

    private Foreground() {}

    /// Whether a command runs in front of the shell.
    ///
    /// @param leader a process of the terminal
    public static boolean isBusy(long leader) {
        return isBusy(Path.of("/proc"), leader);
    }

    static boolean isBusy(Path processes, long leader) {
        try {
            var stat = Files.readString(processes.resolve(leader + "/stat"), StandardCharsets.ISO_8859_1);
            var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", GROUP + 2);
            var command = Files.readString(processes.resolve(fields[GROUP] + "/cmdline"), StandardCharsets.ISO_8859_1);
            return !isShell(Arrays.asList(command.split("\0", -1)));
        } catch (IOException | ArrayIndexOutOfBoundsException notKnown) {
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
