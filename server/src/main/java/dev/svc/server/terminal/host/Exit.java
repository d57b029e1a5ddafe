package dev.svc.server.terminal.host;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a program ended: its code, or the signal that ended it, or neither where nobody could see it.
public record Exit(@Nullable Integer code, @Nullable Integer signal) {
    public static final Exit UNSEEN = new Exit(null, null);

    private static final Set<Integer> FALL = Set.of(1, 9, 15); // hang up, kill, terminate
    private static final int SIGNALED = 128;
    private static final int LAST_SIGNAL = 64;

    /// Whether it looks as if its host had gone down: what a host sends to all programs then, or nothing to be seen.
    public boolean isFall() {
        return code == null && (signal == null || FALL.contains(signal));
    }

    /// Reads a shell's way of telling both in one number.
    public static Exit ofShell(int status) {
        boolean signaled = status > SIGNALED && status <= SIGNALED + LAST_SIGNAL;
        return signaled ? new Exit(null, status - SIGNALED) : new Exit(status, null);
    }

    @Override
    public String toString() {
        return code != null ? "code " + code : signal != null ? "signal " + signal : "unseen";
    }
}
