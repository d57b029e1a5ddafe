package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Exit;
import dev.svc.server.terminal.host.Size;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What a viewer receives next.
public sealed interface Output {

    /// Bytes of the stream, to be sent as they are.
    record Bytes(ByteBuffer bytes) implements Output {}

    /// The replay is over.
    record Live() implements Output {}

    /// The viewer's role, and the name of the viewer that writes.
    record Role(boolean writer, @Nullable String holder) implements Output {}

    /// The program draws at another size, or somebody else decides it.
    ///
    /// @param fixed the program outside does, not the writer's window
    record Resized(Size size, boolean fixed) implements Output {}

    record Adopted(SessionId session) implements Output {}

    /// The viewer fell out of the ring; the stream continues at `start`, with these modes in force there.
    record Lagged(long start, String modes, OptionalLong turns) implements Output {}

    /// Nothing of the terminal's: the sending thread was asked for a sign of life.
    record Nudge() implements Output {}

    /// The program has ended; nothing follows.
    record Ended(Exit exit) implements Output {}
}
