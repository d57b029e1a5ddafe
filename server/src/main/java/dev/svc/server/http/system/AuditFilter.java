package dev.svc.server.http.system;

import dev.svc.server.engine.Engines;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Times;
import dev.svc.server.journal.EntryJson;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.Assigned;
import dev.svc.server.metadata.event.MetadataEvent.OfProject;
import dev.svc.server.metadata.event.MetadataEvent.OfSession;
import dev.svc.server.metadata.event.MetadataEvent.OfView;
import dev.svc.server.metadata.event.MetadataEvent.Security;
import dev.svc.server.metadata.event.MetadataEvent.Unassigned;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Which entries to show.
record AuditFilter(
        Optional<String> type,
        Optional<SessionId> session,
        Optional<String> project,
        Optional<String> view,
        Optional<String> actor,
        Optional<Instant> since,
        Optional<Instant> until) {
    /// What became of a session's program, and of its copy, is part of its history; so is what was shared of it.
    private static final Set<Kind> OF_A_SESSION = Set.of(
            Kind.REAPED,
            Kind.PROGRAM_ENDED,
            Kind.SESSION_RESTORED,
            Kind.COPY_FORGOTTEN,
            Kind.QUESTION_ANSWERED,
            Kind.ANSWER_SETTLED,
            Kind.ANSWER_FAILED,
            Kind.SHARED,
            Kind.SHARE_REVOKED,
            Kind.TEXT_SENT);

    static AuditFilter of(Parameters parameters, Engines engines) {
        return new AuditFilter(
                parameters.find("type"),
                parameters
                        .find("session")
                        .map(text -> engines.readId(text)
                                .orElseThrow(() -> Problem.badRequest("session takes a session's id."))),
                parameters.find("project"),
                parameters.find("view"),
                parameters.find("actor"),
                Times.find(parameters, "since"),
                Times.find(parameters, "until"));
    }

    static AuditFilter ofSession(SessionId session) {
        return new AuditFilter(
                Optional.empty(),
                Optional.of(session),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// Whether everything further back is too old.
    boolean isPast(Entry entry) {
        return since.filter(start -> entry.at().isBefore(start)).isPresent();
    }

    boolean wants(Entry entry, Organisation now) {
        return until.filter(end -> entry.at().isAfter(end)).isEmpty()
                && type.filter(word -> !word.equals(EntryJson.type(entry))).isEmpty()
                && actor.filter(name -> !name.equals(entry.actor().name())).isEmpty()
                && session.filter(id -> !concerns(entry, id, now)).isEmpty()
                && project.filter(id -> !concerns(entry, id)).isEmpty()
                && view.filter(id -> !isOfView(entry, id)).isEmpty();
    }

    /// Marks set on a placeholder are part of its session's history.
    private static boolean concerns(Entry entry, SessionId id, Organisation now) {
        return switch (entry.event()) {
            case OfSession event -> now.resolve(event.session()).equals(now.resolve(id));
            case Security event
            when OF_A_SESSION.contains(event.event().kind()) ->
                SessionId.find(event.event().details().getOrDefault("session", ""))
                        .filter(ended -> now.resolve(ended).equals(now.resolve(id)))
                        .isPresent();
            default -> false;
        };
    }

    private static boolean isOfView(Entry entry, String id) {
        return entry.event() instanceof OfView event && event.view().value().equals(id);
    }

    private static boolean concerns(Entry entry, String id) {
        return switch (entry.event()) {
            case OfProject event -> event.project().value().equals(id);
            case Assigned event ->
                event.project().value().equals(id)
                        || (event.before() != null && event.before().value().equals(id));
            case Unassigned event -> event.before().value().equals(id);
            default -> false;
        };
    }
}
