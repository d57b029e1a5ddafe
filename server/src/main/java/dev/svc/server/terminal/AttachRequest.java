package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Size;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The request of a viewer that opens a session's terminal.
///
/// @param have the offset up to which the viewer has the stream already
/// @param fresh the session does not exist yet and is to be started in `folder`
/// @param folder for a session that exists, another one than its own to resume it in; null for its own
/// @param viewer the tab's own name, by which it is known again when it reconnects
/// @param takeover take the writer's role from another viewer, and start although a program may be on it elsewhere
/// @param tail how many bytes of earlier output a viewer without any wants at most; null for all of it
/// @param prompted the new session has a first prompt, which was handed over before
/// @param join whether it is one more terminal on a program that runs outside svc
/// @param exact its window shows only what is drawn at its own size; others show any, a part at a time
public record AttachRequest(
        SessionId session,
        Size size,
        @Nullable Long have,
        boolean fresh,
        @Nullable Path folder,
        boolean bypass,
        String viewer,
        boolean takeover,
        @Nullable Long tail,
        boolean prompted,
        Join join,
        boolean exact) {

    /// What is done about a program that svc did not start.
    public enum Join {
        /// None may be on the session.
        NO,
        /// It is joined.
        YES,
        /// It is joined where there is one.
        IF_THERE
    }

    public AttachRequest(
            SessionId session,
            Size size,
            @Nullable Long have,
            boolean fresh,
            @Nullable Path folder,
            boolean bypass,
            String viewer,
            boolean takeover) {
        this(session, size, have, fresh, folder, bypass, viewer, takeover, null, false, Join.NO, false);
    }

    /// The same for a program that asks before it acts, if it is to be started at all.
    public AttachRequest withoutBypass() {
        return new AttachRequest(
                session, size, have, fresh, folder, false, viewer, takeover, tail, prompted, join, exact);
    }

    public static AttachRequest of(SessionId session, Size size, String viewer) {
        return new AttachRequest(session, size, null, false, null, false, viewer, false);
    }
}
