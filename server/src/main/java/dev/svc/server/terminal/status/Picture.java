package dev.svc.server.terminal.status;

import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a session's terminal shows at one moment, for somebody who looks at many of them.
///
/// @param asking what its program asks while it waits
/// @param lines the last ones of its screen, as in [LastLines]
/// @param cols the width of the terminal, and `rows` its height
public record Picture(
        SessionId session, Status status, @Nullable Asking asking, List<String> lines, int cols, int rows) {

    public Picture {
        lines = List.copyOf(lines);
    }
}
