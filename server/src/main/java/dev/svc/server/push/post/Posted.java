package dev.svc.server.push.post;

import java.time.Duration;

/// What became of a request.
///
/// @param status of the answer; 0 where none came, less where nothing was sent
/// @param retryAfter how long the other side wants to be left alone; zero where it says nothing
public record Posted(int status, Duration retryAfter) {
    static final Posted UNREACHABLE = new Posted(0, Duration.ZERO);

    /// Nothing was sent: the host is in a private network, and nobody has allowed that.
    static final Posted PRIVATE = new Posted(-1, Duration.ZERO);

    public boolean isAccepted() {
        return status >= 200 && status < 300;
    }

    public boolean isUnreachable() {
        return status == 0;
    }

    public boolean isPrivate() {
        return status < 0;
    }

    /// What a log says of it.
    String words() {
        return switch (status) {
            case 0 -> "it cannot be reached";
            case -1 -> "its address is a private one, and that is not allowed in Settings, Notices";
            default -> "it answers " + status;
        };
    }

    /// There is nobody at the address any more.
    public boolean isGone() {
        return status == 404 || status == 410;
    }

    /// It may go better later.
    boolean isForLater() {
        return status == 0 || status == 429 || status >= 500;
    }
}
