package dev.svc.server.follow;

import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.session.SessionId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Which sessions there are, which have been taken as they are now, and which cannot be read. Owned by the following
/// thread, but for [#progress].
final class Standing {
    private final Consumer<FollowProgress> news;
    private final Set<SessionId> known = new HashSet<>();
    private final Set<SessionId> followed = new HashSet<>();

    /// What could not be read, as it was then.
    private final Map<SessionId, Long> unreadable = new HashMap<>();

    /// What an error struck at, as it was then.
    private final Map<SessionId, Long> struck = new HashMap<>();

    private volatile FollowProgress progress = new FollowProgress(Phase.STARTING, 0, 0, null);

    Standing(Consumer<FollowProgress> news) {
        this.news = news;
    }

    FollowProgress progress() {
        return progress;
    }

    /// These are all sessions; none of them counts as followed until [#followed] says so.
    void knows(Set<SessionId> all) {
        known.clear();
        known.addAll(all);
        followed.clear();
        unreadable.keySet().retainAll(all);
        struck.keySet().retainAll(all);
    }

    void followed(SessionId session) {
        known.add(session);
        followed.add(session);
        struck.remove(session);
    }

    /// It is left alone until it changes.
    void isUnreadable(FollowedSession session) {
        unreadable.put(session.id(), session.stamp());
    }

    /// An error may have nothing to do with the session, so it is tried again; one that strikes twice would keep all
    /// others waiting forever.
    void struck(FollowedSession session) {
        var before = struck.put(session.id(), session.stamp());
        if (before != null && before == session.stamp()) {
            isUnreadable(session);
        }
    }

    boolean isLeftAlone(FollowedSession session) {
        return Long.valueOf(session.stamp()).equals(unreadable.get(session.id()));
    }

    void forget(SessionId session) {
        known.remove(session);
        followed.remove(session);
        unreadable.remove(session);
        struck.remove(session);
    }

    /// Says how far it is.
    void note() {
        say(followed.size() < known.size() ? Phase.READING : Phase.FOLLOWING, null);
    }

    void stopped(@Nullable String reason) {
        say(Phase.STOPPED, reason);
    }

    private void say(Phase phase, @Nullable String reason) {
        progress = new FollowProgress(phase, followed.size(), known.size(), reason);
        news.accept(progress);
    }
}
