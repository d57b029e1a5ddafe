package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Size;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The first message to a viewer: what exactly follows, and what to do before it.
///
/// @param reset clear the screen and write `modes` first
/// @param fixed the program outside decides the size, not the writer's window
/// @param gaps offsets at which output may be missing because no server ran
/// @param turns how many turns the conversation had when the byte at `start` was printed: what is older than that is in
///     the history, the rest is in the stream; empty when nobody knows
public record Hello(
        SessionId session,
        boolean writer,
        @Nullable String holder,
        Size size,
        boolean fixed,
        long start,
        long end,
        boolean reset,
        String modes,
        List<Long> gaps,
        OptionalLong turns,
        String backend) {}
