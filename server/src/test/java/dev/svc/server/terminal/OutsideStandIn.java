package dev.svc.server.terminal;

import dev.svc.server.engine.Launch;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Size;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Programs that svc did not start, as a test says.
public final class OutsideStandIn implements Outside {
    private final Map<SessionId, Holder> holders = new ConcurrentHashMap<>();
    private final Map<SessionId, Launch> ways = new ConcurrentHashMap<>();
    private final Map<SessionId, Drawn> sizes = new ConcurrentHashMap<>();

    public void runsOn(SessionId session, boolean sure) {
        holders.put(
                session,
                new Holder(
                        "A program outside svc is on this session.",
                        sure,
                        "tmux main:2.1",
                        "Its terminal cannot be shared."));
    }

    public void isJoinedBy(SessionId session, Launch way) {
        ways.put(session, way);
    }

    /// @param held null where a terminal that joins decides
    void draws(SessionId session, @Nullable Size held) {
        sizes.put(session, new Drawn(held));
    }

    void ends(SessionId session) {
        holders.remove(session);
        ways.remove(session);
        sizes.remove(session);
    }

    @Override
    public Optional<Holder> holder(SessionId session) {
        return Optional.ofNullable(holders.get(session));
    }

    @Override
    public Optional<Launch> wayIn(SessionId session) {
        return Optional.ofNullable(ways.get(session));
    }

    @Override
    public Optional<Drawn> drawn(SessionId session) {
        return Optional.ofNullable(sizes.get(session));
    }
}
