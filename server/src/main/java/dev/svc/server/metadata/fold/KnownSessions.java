package dev.svc.server.metadata.fold;

import dev.svc.server.metadata.event.Alias;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.session.SessionId;

/// What is known of each session, put together one by one for [Organisation#of]. In the hands of one thread.
public final class KnownSessions {
    private Trie sessions = Trie.EMPTY.thawed();

    /// Nothing may have been said of this session before.
    public void marked(SessionId session, Marks marks) {
        sessions = sessions.with(session, marks, true);
    }

    public void alias(SessionId placeholder, SessionId real) {
        sessions = sessions.with(placeholder, new Alias(real));
    }

    Trie settled() {
        sessions = sessions.frozen();
        return sessions;
    }
}
