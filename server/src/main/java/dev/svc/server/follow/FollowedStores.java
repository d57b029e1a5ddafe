package dev.svc.server.follow;

import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.Closeable;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The sessions of all stores, as the follower wants to know them.
public interface FollowedStores {

    /// Returns once every store has been looked at, so that what is not listed is not there.
    void awaitListed() throws InterruptedException;

    /// All sessions that have a log of their own, the newest first.
    List<FollowedSession> sessions();

    Optional<FollowedSession> find(SessionId session);

    /// Whether the store of a program can be read, so that a session that it does not list is gone.
    boolean isReadable(EngineKey engine);

    Turns turns(EngineKey engine);

    /// Announces sessions that changed, came or went; nothing where so much changed that all have to be looked at.
    Closeable subscribe(Consumer<Optional<SessionId>> news);
}
