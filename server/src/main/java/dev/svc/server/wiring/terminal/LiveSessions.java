package dev.svc.server.wiring.terminal;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.Running;
import dev.svc.server.catalog.SessionView.Question;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.Sessions;
import dev.svc.server.terminal.TerminalEvents;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.transcript.Transcript;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Connects terminals, catalogue, journal and page for running sessions.
public final class LiveSessions implements TerminalEvents, Sessions {
    private static final Logger LOG = Logger.getLogger(LiveSessions.class.getName());

    private final Metadata metadata;
    private final Catalog catalog;
    private final Pages pages;
    private final Transcript transcript;
    private final Consumer<SessionId> needed;

    /// What each terminal last announced; guards itself.
    private final Map<SessionId, Doing> doings = new ConcurrentHashMap<>();

    private record Doing(Status status, @Nullable Asking asking) {
        static final Doing NOTHING = new Doing(Status.IDLE, null);

        /// The same question may be drawn again, or with other answers.
        boolean asksSomethingNewAfter(Doing before) {
            return status == Status.WAITING
                    && (before.status != Status.WAITING || !Objects.equals(since(), before.since()));
        }

        private @Nullable Instant since() {
            return asking == null ? null : asking.since();
        }
    }

    /// What a page hears of a program; its row changes in place.
    public record Run(
            String id, Object live, String status, @Nullable Question question) {}

    /// The open pages, for what is not journaled.
    @FunctionalInterface
    public interface Pages {
        void announce(String type, Object data);
    }

    /// @param needed receives each session whose program begins to wait for somebody, or asks something else
    public LiveSessions(
            Metadata metadata, Catalog catalog, Pages pages, Transcript transcript, Consumer<SessionId> needed) {
        this.metadata = metadata;
        this.catalog = catalog;
        this.pages = pages;
        this.transcript = transcript;
        this.needed = needed;
    }

    /// The terminals as the catalogue shows them in its rows, and what runs outside.
    public Collection<Running> running(Terminals terminals) {
        var ours = terminals.running().stream().map(this::running);
        var others = terminals.elsewhere().stream()
                .filter(id -> !terminals.isLive(id))
                .map(id -> new Running(id, "", Instant.EPOCH, Status.ELSEWHERE));
        return Stream.concat(others, ours).toList();
    }

    private Running running(Terminals.Running it) {
        var doing = doings.getOrDefault(it.session(), Doing.NOTHING);
        return new Running(it.session(), it.folder().toString(), it.startedAt(), doing.status, doing.asking);
    }

    @Override
    public Optional<SessionFacts> find(SessionId session) {
        return catalog.find(session).map(Row::facts);
    }

    @Override
    public Optional<SessionFacts> seek(SessionId session) {
        return catalog.seek(session).map(Row::facts);
    }

    @Override
    public OptionalInt turns(SessionId session) {
        try {
            return OptionalInt.of(transcript.count(session));
        } catch (IOException unreadable) {
            return OptionalInt.empty();
        }
    }

    @Override
    public SessionId resolve(SessionId session) {
        return metadata.organisation().resolve(session);
    }

    @Override
    public void adopted(SessionId placeholder, SessionId real) {
        doings.put(real, doings.getOrDefault(placeholder, Doing.NOTHING));
        doings.remove(placeholder);
        var _ = metadata.adopt(placeholder, real, Actor.SYSTEM);
        // The entry announces the session's row; nobody else would announce that the placeholder's is gone.
        pages.announce("session_gone", Map.of("id", placeholder.toString()));
    }

    @Override
    public void changed(SessionId session, Status status, @Nullable Asking asking) {
        if (status.isLive()) {
            var now = new Doing(status, asking);
            var before = doings.put(session, now);
            if (now.asksSomethingNewAfter(before == null ? Doing.NOTHING : before)) {
                needed.accept(session);
            }
        } else {
            doings.remove(session);
        }
        Object live = status == Status.ELSEWHERE ? "elsewhere" : status.isLive();
        pages.announce("terminal", new Run(session.toString(), live, status.word(), Question.of(asking)));
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
