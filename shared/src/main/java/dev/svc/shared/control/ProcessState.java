package dev.svc.shared.control;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// What Linux tells of a process in `/proc/PID/stat`, at once, also of one that is stuck in its memory.
///
/// Behind the number stands a name in brackets, which may hold blanks and brackets itself; fields are counted from
/// there.
public final class ProcessState {
    private static final String BOOTED = "btime ";

    /// Longer than any such line.
    private static final int MOST = 2 << 10;

    private static final long TICKS_A_SECOND = 100;
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int FOREGROUND = 5;
    private static final int START = 19;
    private static final int WORDS_BEGIN = 45;
    private static final int WORDS_END = 46;

    private final Path proc;
    private final String text;

    private ProcessState(Path proc, String text) {
        this.proc = proc;
        this.text = text;
    }

    /// As of now.
    ///
    /// @throws IOException if there is no such process, or this system has no such file
    public static ProcessState of(long pid) throws IOException {
        return of(Path.of("/proc"), pid);
    }

    /// The same, from another folder. Read in one piece, because this is done often.
    public static ProcessState of(Path proc, long pid) throws IOException {
        var bytes = new byte[MOST];
        try (var in = new FileInputStream(proc + "/" + pid + "/stat")) {
            return new ProcessState(
                    proc, new String(bytes, 0, Math.max(in.read(bytes), 0), StandardCharsets.ISO_8859_1));
        }
    }

    /// Whether it has exited, and its parent has not reaped it yet: such a process does nothing and holds nothing.
    public boolean isZombie() throws IOException {
        var state = field(STATE);
        return state.equals("Z") || state.equals("X");
    }

    public long parent() throws IOException {
        return number(PARENT);
    }

    /// The group of processes in the foreground of its terminal; negative where it has none.
    public long foreground() throws IOException {
        return number(FOREGROUND);
    }

    /// When it began, in ticks since the host was started: setting the clock does not change it, and together with it
    /// the number is unique.
    public String start() throws IOException {
        return Long.toString(number(START));
    }

    /// The same by the clock, as the Java library tells it as well; that one reads the words of the process on the way.
    Instant startedAt() throws IOException {
        return booted().plusMillis(number(START) * 1000 / TICKS_A_SECOND);
    }

    private Instant booted() throws IOException {
        for (var line : Files.readAllLines(proc.resolve("stat"))) {
            if (line.startsWith(BOOTED)) {
                return Instant.ofEpochSecond(number(line.substring(BOOTED.length())));
            }
        }
        throw new IOException("/proc does not tell when the host was started");
    }

    /// Where its command line stands in its memory: elsewhere once it has become another program.
    public String words() throws IOException {
        return field(WORDS_BEGIN) + "-" + field(WORDS_END);
    }

    private long number(int which) throws IOException {
        return number(field(which));
    }

    private static long number(String text) throws IOException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException strange) {
            throw new IOException("not what /proc tells of a process", strange);
        }
    }

    /// No more of the line is taken apart than is asked for.
    private String field(int which) throws IOException {
        int begin = text.lastIndexOf(')') + 2;
        for (int skipped = 0; skipped < which && begin > 1; skipped++) {
            begin = text.indexOf(' ', begin) + 1;
        }
        if (begin < 2 || begin >= text.length()) {
            throw new IOException("not what /proc tells of a process");
        }
        int end = text.indexOf(' ', begin);
        return (end < 0 ? text.substring(begin) : text.substring(begin, end)).strip();
    }
}
