package dev.svc.server.http.live;

import dev.svc.server.session.SessionId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One thing to hear of.
///
/// @param seq the entry of the journal it comes from; null for what is not journaled
/// @param session whose row goes with it, as it is when the event is sent
public record LiveEvent(
        String type,
        @Nullable Long seq,
        Object data,
        @Nullable SessionId session) {

    /// A row that is not there any more.
    public static final String GONE = "session_gone";

    /// Everything may be another.
    public static final String RESYNC = "resync";

    /// Never sent: the stream is over.
    static final LiveEvent END = new LiveEvent("end", null, Map.of(), null);

    public boolean isEnd() {
        return type.equals(END.type);
    }

    public static LiveEvent of(String type, Object data) {
        return new LiveEvent(type, null, data, null);
    }

    static LiveEvent ofSession(SessionId session, @Nullable Long seq) {
        return new LiveEvent("session", seq, Map.of("id", session.toString()), session);
    }

    /// Too much was missed or changed at once: ask for the lists again.
    static LiveEvent resync(@Nullable Long seq) {
        return new LiveEvent(RESYNC, seq, Map.of(), null);
    }
}
