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
import org.jspecify.annotations.Nullable;

/// What is in the foreground of one terminal: a shell that waits for a command, or the command. Known on Linux alone.
public final class Foreground {
    private static final Set<String> SHELLS =
            Set.of("ash", "bash", "csh", "dash", "elvish", "fish", "ksh", "mksh", "nu", "sh", "tcsh", "xonsh", "zsh");

    /// Where a field stands behind the name in parentheses.
    private static final int GROUP = 5;

    private static final int START = 19;
    private static final int WORDS_BEGIN = 45;
    private static final int WORDS_END = 46;

    private static final int MOST_WORDS = 64 << 10;

    private final Path proc;
    private final ProcessMemory memory;
    private volatile @Nullable Command seen;

    /// A command that was read, and whether it is more than a shell that waits. A process that becomes another program
    /// has its words elsewhere.
    private record Command(long group, String start, String wordsBegin, String wordsEnd, boolean isBusy) {
        boolean is(long other, String[] stat) {
            return group == other
                    && start.equals(stat[START])
                    && wordsBegin.equals(stat[WORDS_BEGIN])
                    && wordsEnd.equals(stat[WORDS_END]);
        }
    }

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
            long group = Long.parseLong(stat(leader)[GROUP]);
            var stat = stat(group);
            var command = seen;
            if (command == null || !command.is(group, stat)) {
                command = new Command(group, stat[START], stat[WORDS_BEGIN], stat[WORDS_END], !isShell(words(group)));
                seen = command;
            }
            return command.isBusy();
        } catch (StuckProcessException stuck) {
            return true;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException notKnown) {
            return false;
        }
    }

    /// The system tells this at once, also of a process that is stuck.
    private String[] stat(long pid) throws IOException {
        var stat = Files.readString(proc.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", WORDS_END + 2);
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
