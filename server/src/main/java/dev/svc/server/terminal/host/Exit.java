package dev.svc.server.terminal.host;

import org.jspecify.annotations.Nullable;

/// How a program ended: its code, or the signal that ended it, or neither where nobody could see it.
public record Exit(@Nullable Integer code, @Nullable Integer signal) {
    public static final Exit UNSEEN = new Exit(null, null);

    private static final int SIGNALED = 128;
    private static final int LAST_SIGNAL = 64;

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
