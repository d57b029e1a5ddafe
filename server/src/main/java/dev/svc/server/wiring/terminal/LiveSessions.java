package dev.svc.server.wiring.terminal;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.Running;
import dev.svc.server.catalog.SessionView.Outside;
import dev.svc.server.catalog.SessionView.Question;
import dev.svc.server.http.live.OfRow;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.outside.OutsideProgram;
import dev.svc.server.outside.OutsideProgram.Shown;
import dev.svc.server.session.Asking;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.Sessions;
import dev.svc.server.terminal.TerminalEvents;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.transcript.Transcript;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
    private final Predicate<SessionId> isJoined;

    /// What each terminal last announced; guards itself.
    private final Map<SessionId, Doing> doings = new ConcurrentHashMap<>();

    /// What runs outside, as it was announced last; guards itself.
    private final Map<SessionId, Shown> outside = new ConcurrentHashMap<>();

    /// What the idle programs of terminals still run; guards itself.
    private final Map<SessionId, List<String>> backgrounds = new ConcurrentHashMap<>();

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
            String id,
            Object live,
            String status,
            @Nullable Question question,
            @Nullable Outside elsewhere,
            List<String> background)
            implements OfRow {}

    /// The open pages, for what is not journaled.
    @FunctionalInterface
    public interface Pages {
        void announce(String type, Object data);
    }

    /// @param needed receives each session whose program begins to wait for somebody, or asks something else
    /// @param isJoined whether the terminal of a session is one more on a program outside
    public LiveSessions(
            Metadata metadata,
            Catalog catalog,
            Pages pages,
            Transcript transcript,
            Consumer<SessionId> needed,
            Predicate<SessionId> isJoined) {
        this.metadata = metadata;
        this.catalog = catalog;
        this.pages = pages;
        this.transcript = transcript;
        this.needed = needed;
        this.isJoined = isJoined;
    }

    /// The terminals as the catalogue shows them in its rows, and what runs outside.
    public Collection<Running> running(Terminals terminals) {
        var ours = terminals.running().stream().map(this::running);
        var others = outside.entrySet().stream()
                .filter(it -> !terminals.isLive(it.getKey()))
                .map(it -> running(it.getKey(), it.getValue()));
        return Stream.concat(others, ours).toList();
    }

    private Running running(Terminals.Running it) {
        var doing = doing(it.session());
        return new Running(
                it.session(),
                it.folder().toString(),
                it.startedAt(),
                doing.status,
                doing.asking,
                it.joined() ? joined(it.session(), it.startedAt()) : null,
                background(it.session()));
    }

    /// What the program of a terminal still runs while it is idle; one that was joined runs outside.
    private List<String> background(SessionId session) {
        if (!isJoined.test(session)) {
            return backgrounds.getOrDefault(session, List.of());
        }
        var shown = outside.get(session);
        return shown == null ? List.of() : shown.background();
    }

    private static Running running(SessionId session, Shown shown) {
        var elsewhere = shown.elsewhere();
        return new Running(
                session,
                shown.folder(),
                elsewhere.since(),
                shown.status(),
                shown.asking(),
                elsewhere,
                shown.background());
    }

    /// Where the joined program runs; it may have ended a moment before its terminal here does.
    private Elsewhere joined(SessionId session, Instant since) {
        var shown = outside.get(session);
        return shown == null
                ? new Elsewhere(Elsewhere.Where.TTY, null, since, true, true, true)
                : shown.elsewhere().asJoined();
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
        var before = doing(session);
        if (status.isLive()) {
            doings.put(session, new Doing(status, asking));
            announce(session, before);
            return;
        }
        doings.remove(session);
        var shown = outside.get(session);
        if (shown != null) {
            announce(session, shown);
            return;
        }
        pages.announce("terminal", new Run(session.toString(), false, status.word(), null, null, List.of()));
    }

    /// What the program of a terminal does. One that was joined says so itself where it can: its terminal shows a part
    /// of what surrounds it as well. What it asks is read from the screen, if that shows it.
    private Doing doing(SessionId session) {
        var screen = doings.getOrDefault(session, Doing.NOTHING);
        var shown = isJoined.test(session) ? outside.get(session) : null;
        boolean isSaid = shown != null && shown.status().isLive();
        if (shown == null || !isSaid || (shown.status() == Status.WAITING && screen.status == Status.WAITING)) {
            return screen;
        }
        return now(shown);
    }

    private void announce(SessionId session, Doing before) {
        var now = doing(session);
        if (now.asksSomethingNewAfter(before)) {
            needed.accept(session);
        }
        var elsewhere = isJoined.test(session) ? joined(session, Instant.EPOCH) : null;
        pages.announce(
                "terminal",
                new Run(
                        session.toString(),
                        true,
                        now.status.word(),
                        Question.of(now.asking),
                        Outside.of(elsewhere, now.status),
                        shownLines(background(session))));
    }

    /// A program outside svc began, does something else, or has ended. Where svc has joined it, the row stays its
    /// terminal's.
    public void changedOutside(SessionId session, Optional<OutsideProgram> program, boolean isOurs) {
        var shown = program.map(OutsideProgram::shown).orElse(null);
        var beforeOurs = doing(session);
        var before = shown == null ? outside.remove(session) : outside.put(session, shown);
        if (isOurs) {
            if (isJoined.test(session)) {
                announce(session, beforeOurs);
            }
            return;
        }
        if (shown == null) {
            changed(session, Status.OFF, null);
            return;
        }
        if (now(shown).asksSomethingNewAfter(before == null ? Doing.NOTHING : now(before))) {
            needed.accept(session);
        }
        announce(session, shown);
    }

    private static Doing now(Shown shown) {
        return new Doing(shown.status(), shown.asking());
    }

    private void announce(SessionId session, Shown shown) {
        pages.announce(
                "terminal",
                new Run(
                        session.toString(),
                        "elsewhere",
                        shown.status().word(),
                        Question.of(shown.asking()),
                        Outside.of(shown.elsewhere(), shown.status()),
                        shownLines(shown.background())));
    }

    private static List<String> shownLines(List<String> background) {
        return background.stream().map(PlainText::line).toList();
    }

    /// A program of a terminal is idle and still runs this, or nothing more.
    public void runs(SessionId session, List<String> background) {
        if (background.isEmpty()) {
            backgrounds.remove(session);
        } else {
            backgrounds.put(session, background);
        }
        if (doings.containsKey(session) && !isJoined.test(session)) {
            announce(session, doing(session));
        }
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
