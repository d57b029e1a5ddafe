package dev.svc.server.push;

import java.time.Duration;

/// What became of a request.
///
/// @param status of the answer; 0 where none came
/// @param retryAfter how long the other side wants to be left alone; zero where it says nothing
public record Posted(int status, Duration retryAfter) {
    static final Posted UNREACHABLE = new Posted(0, Duration.ZERO);

    public boolean isAccepted() {
        return status >= 200 && status < 300;
    }

    public boolean isUnreachable() {
        return status == 0;
    }

    /// There is nobody at the address any more.
    boolean isGone() {
        return status == 404 || status == 410;
    }

    /// It may go better later.
    boolean isForLater() {
        return status == 0 || status == 429 || status >= 500;
    }
}
