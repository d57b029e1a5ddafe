package dev.svc.server.outside;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.control.ProcessState;
import dev.svc.shared.control.StuckProcessException;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Linux's `/proc`. A look lists the numbers; only what is new, or has not been looked at for a while, is opened: a
/// process may become another program without a new number, and a number may be used again between two looks.
final class ProcTable implements ProcessTable {
    private static final Set<String> TOLD = Set.of("TMUX", "TMUX_PANE", "STY", "WINDOW", "SCREENDIR");
    private static final int MOST_WORDS = 64 << 10;
    private static final int MOST_ENVIRONMENT = 1 << 20;
    private static final String GONE = " (deleted)";

    /// How many looks a process is new for: a shell that becomes the program does so at once.
    private static final int NEW = 5;

    /// After so many looks each number has been opened once more.
    private static final int ROUND = 15;

    private static final long TICKS_A_SECOND = 100;

    private final Path proc;
    private final ProcessMemory memory;
    private final Object owner;
    private final Instant boot;
    private final Map<Long, Known> all = new HashMap<>();

    /// Those whose words nobody knows and that were asked for by their numbers.
    private final Map<Long, LivingProcess> found = new HashMap<>();

    @OwnedBy("the caller")
    private int looks;

    /// @param process null where nobody knows its words
    private record Known(String start, int since, @Nullable LivingProcess process) {}

    private record Stat(long parent, String start) {}

    ProcTable(Path proc, ProcessMemory memory, Instant now) throws IOException {
        this.proc = proc;
        this.memory = memory;
        this.owner = Files.getAttribute(proc.resolve("self"), "unix:uid");
        this.boot = now.minus(uptime(proc));
    }

    private static Duration uptime(Path proc) throws IOException {
        var seconds = Files.readString(proc.resolve("uptime")).split(" ", 2)[0];
        return Duration.ofMillis((long) (Double.parseDouble(seconds) * 1000));
    }

    @Override
    public Collection<LivingProcess> look(Predicate<List<String>> known) {
        looks++;
        var now = numbers();
        all.keySet().retainAll(now);
        found.keySet().retainAll(now);
        for (long pid : now) {
            var before = all.get(pid);
            if (isDue(pid, before)) {
                open(pid, before, known);
            }
        }
        return all.values().stream()
                .map(Known::process)
                .filter(it -> it != null)
                .sorted(Comparator.comparing(LivingProcess::startedAt))
                .toList();
    }

    private boolean isDue(long pid, @Nullable Known before) {
        return before == null || before.process() != null || looks - before.since() < NEW || isItsTurn(pid);
    }

    private boolean isItsTurn(long pid) {
        return pid % ROUND == looks % ROUND;
    }

    private void open(long pid, @Nullable Known before, Predicate<List<String>> known) {
        try {
            var stat = stat(pid);
            var same = before != null && before.start().equals(stat.start()) ? before : null;
            if (same != null && same.process() != null && same.process().parent() == stat.parent()) {
                return;
            }
            int since = same == null ? looks : same.since();
            var argv = isMine(pid) ? words(pid) : List.<String>of();
            var process = !argv.isEmpty() && known.test(argv) ? living(pid, stat, argv) : null;
            all.put(pid, new Known(stat.start(), since, process));
        } catch (IOException gone) {
            all.remove(pid);
        }
    }

    @Override
    public Optional<LivingProcess> find(long pid, String start) {
        try {
            var stat = stat(pid);
            var before = found.get(pid);
            if (before != null
                    && before.start().equals(stat.start())
                    && before.parent() == stat.parent()
                    && !isItsTurn(pid)) {
                return Optional.of(before).filter(it -> it.start().equals(start));
            }
            found.remove(pid);
            if (!stat.start().equals(start) || !isMine(pid)) {
                return Optional.empty();
            }
            var process = living(pid, stat, words(pid));
            found.put(pid, process);
            return Optional.of(process);
        } catch (IOException gone) {
            found.remove(pid);
            return Optional.empty();
        }
    }

    @Override
    public boolean isAlive(long pid, String start) {
        try {
            return stat(pid).start().equals(start);
        } catch (IOException gone) {
            return false;
        }
    }

    @Override
    public long parent(long pid) {
        try {
            return stat(pid).parent();
        } catch (IOException gone) {
            return 0;
        }
    }

    private LivingProcess living(long pid, Stat stat, List<String> argv) throws IOException {
        return new LivingProcess(
                pid,
                stat.start(),
                stat.parent(),
                boot.plusMillis(Long.parseLong(stat.start()) * 1000 / TICKS_A_SECOND),
                argv,
                link(pid, "cwd"),
                environment(pid),
                terminal(pid));
    }

    private Set<Long> numbers() {
        var names = proc.toFile().list();
        return names == null
                ? Set.of()
                : Arrays.stream(names)
                        .filter(ProcTable::isNumber)
                        .map(Long::valueOf)
                        .collect(Collectors.toSet());
    }

    private static boolean isNumber(String name) {
        return !name.isEmpty() && name.length() < 18 && name.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private Path folder(long pid) {
        return proc.resolve(Long.toString(pid));
    }

    private boolean isMine(long pid) throws IOException {
        return owner.equals(Files.getAttribute(folder(pid), "unix:uid"));
    }

    /// A zombie works on nothing.
    private Stat stat(long pid) throws IOException {
        var state = ProcessState.of(proc, pid);
        if (state.isZombie()) {
            throw new IOException("process " + pid + " has ended");
        }
        return new Stat(state.parent(), state.start());
    }

    private List<String> words(long pid) throws IOException {
        return parts(pid, "cmdline", MOST_WORDS);
    }

    private List<String> parts(long pid, String file, int most) throws IOException {
        var text = new String(memory.read(pid, file, most), StandardCharsets.UTF_8);
        var parts = new ArrayList<String>(List.of(text.split("\0", -1)));
        while (!parts.isEmpty() && parts.getLast().isEmpty()) {
            parts.removeLast();
        }
        return parts;
    }

    /// Everything else that stands there is nobody's business, and is forgotten at once.
    private Map<String, String> environment(long pid) throws StuckProcessException {
        var told = new HashMap<String, String>();
        try {
            for (var part : parts(pid, "environ", MOST_ENVIRONMENT)) {
                int end = part.indexOf('=');
                if (end > 0 && TOLD.contains(part.substring(0, end))) {
                    told.put(part.substring(0, end), part.substring(end + 1));
                }
            }
        } catch (StuckProcessException notNow) {
            throw notNow;
        } catch (IOException unreadable) {
            return Map.of();
        }
        return told;
    }

    private @Nullable Path terminal(long pid) {
        var input = link(pid, "fd/0");
        return input != null && input.startsWith("/dev") && !input.toString().endsWith(GONE) && isTerminal(input)
                ? input
                : null;
    }

    private static boolean isTerminal(Path input) {
        var name = input.toString();
        return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty");
    }

    private @Nullable Path link(long pid, String name) {
        try {
            return Files.readSymbolicLink(folder(pid).resolve(name));
        } catch (IOException | InvalidPathException unreadable) {
            return null;
        }
    }
}
