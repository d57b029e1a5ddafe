package dev.svc.server;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.Running;
import dev.svc.server.http.LiveEvents;
import dev.svc.server.metadata.Actor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.SecurityEvent;
import dev.svc.server.metadata.SecurityEvent.Kind;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Sessions;
import dev.svc.server.terminal.TerminalEvents;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.status.Status;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;

/// What terminals, catalogue, journal and page tell each other about sessions that run.
final class LiveSessions implements TerminalEvents, Sessions {
    private static final Logger LOG = Logger.getLogger(LiveSessions.class.getName());

    private final Metadata metadata;
    private final Catalog catalog;
    private final LiveEvents events;

    /// The last status each terminal told; guards itself.
    private final Map<SessionId, Status> statuses = new ConcurrentHashMap<>();

    LiveSessions(Metadata metadata, Catalog catalog, LiveEvents events) {
        this.metadata = metadata;
        this.catalog = catalog;
        this.events = events;
    }

    /// The terminals as the catalogue shows them in its rows.
    Collection<Running> running(Terminals terminals) {
        return terminals.running().stream()
                .map(it -> new Running(it.session(), it.folder().toString(), it.startedAt(), status(it.session())))
                .toList();
    }

    private Running.Status status(SessionId session) {
        return switch (statuses.getOrDefault(session, Status.IDLE)) {
            case OFF -> Running.Status.OFF;
            case IDLE -> Running.Status.IDLE;
            case WORKING -> Running.Status.WORKING;
            case WAITING -> Running.Status.WAITING;
        };
    }

    @Override
    public Optional<SessionFacts> find(SessionId session) {
        return catalog.find(session).map(Row::facts);
    }

    @Override
    public SessionId resolve(SessionId session) {
        return metadata.organisation().resolve(session);
    }

    @Override
    public void adopted(SessionId placeholder, SessionId real) {
        statuses.put(real, statuses.getOrDefault(placeholder, Status.IDLE));
        statuses.remove(placeholder);
        var _ = metadata.adopt(placeholder, real, Actor.SYSTEM);
    }

    @Override
    public void changed(SessionId session, Status status) {
        if (status == Status.OFF) {
            statuses.remove(session);
        } else {
            statuses.put(session, status);
        }
        events.announce(
                "terminal", Map.of("id", session.toString(), "live", status != Status.OFF, "status", status.word()));
    }

    @Override
    public void reaped(SessionId session, String why, boolean dryRun) {
        if (dryRun) {
            LOG.info(() -> "would end %s: %s".formatted(session, why));
        } else {
            note(Kind.REAPED, Map.of("session", session.toString(), "why", why));
        }
    }

    @Override
    public void takenOver(SessionId session, String viewer) {
        note(Kind.TAKEN_OVER, Map.of("session", session.toString(), "viewer", viewer));
    }

    private void note(Kind kind, Map<String, String> details) {
        var _ = metadata.security(new SecurityEvent(kind, details), Actor.SYSTEM);
    }
}
