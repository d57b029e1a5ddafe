package dev.svc.server.wiring.review;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.review.Review;
import dev.svc.server.review.ReviewContext;
import dev.svc.server.review.Subject;
import dev.svc.server.review.model.Answer;
import dev.svc.server.review.model.Setup;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Connects the review, the catalogue, the journal, the terminals and the page.
public final class Reviewing implements ReviewContext {
    private final Metadata metadata;
    private final Catalog catalog;
    private final LiveEvents events;
    private final Supplier<Setup> setup;
    private final Texts texts;
    private final BiConsumer<SessionId, Answer> heard;
    private final ReviewMarks marks;

    /// A session's material: the end of its conversation, up to so many characters, and its screen.
    public record Texts(Tail tail, Screen screen) {
        @FunctionalInterface
        public interface Tail {
            String of(SessionId session, int characters);
        }

        @FunctionalInterface
        public interface Screen {
            String of(SessionId session);
        }
    }

    /// @param heard receives what each new review says
    public Reviewing(
            Metadata metadata,
            Catalog catalog,
            LiveEvents events,
            Supplier<Setup> setup,
            Texts texts,
            BiConsumer<SessionId, Answer> heard) {
        this.metadata = metadata;
        this.catalog = catalog;
        this.events = events;
        this.setup = setup;
        this.texts = texts;
        this.heard = heard;
        this.marks = new ReviewMarks(metadata);
    }

    /// What people said to the review about single sessions.
    public ReviewMarks marks() {
        return marks;
    }

    @Override
    public Setup setup() {
        return setup.get();
    }

    @Override
    public List<Subject> active() {
        var all = Query.first(Integer.MAX_VALUE).with(Query.Snoozed.ALL); // it may be the review that wakes one
        return catalog.page(all).rows().stream()
                .filter(this::isOfAgent)
                .sorted(Comparator.comparing((Row row) -> row.facts().updatedAt())
                        .reversed())
                .map(this::subject)
                .toList();
    }

    @Override
    public Optional<Subject> find(SessionId session) {
        return catalog.find(session).filter(this::isOfAgent).map(this::subject);
    }

    /// What is printed in a plain terminal is nobody's but its person's: no model reads it.
    private boolean isOfAgent(Row row) {
        return !catalog.engines().isPlain(row.id().engine());
    }

    private Subject subject(Row row) {
        boolean titled = row.marks().title() != null || row.facts().title() != null;
        return new Subject(row.id(), state(row), titled, marks.isLeftOut(row.id()));
    }

    private static Subject.State state(Row row) {
        return new Subject.State(row.facts().updatedAt(), row.facts().sizeBytes(), row.status() == Status.WAITING);
    }

    @Override
    public String transcript(SessionId session, int characters) {
        return texts.tail().of(session, characters);
    }

    @Override
    public String screen(SessionId session) {
        return texts.screen().of(session);
    }

    @Override
    public void title(SessionId session, String title) {
        var _ = metadata.titleFirst(session, title, Actor.REVIEW);
    }

    @Override
    public void reviewed(SessionId session, Answer answer) {
        heard.accept(session, answer);
    }

    @Override
    public void changed(Optional<SessionId> session) {
        events.announce("review", session.map(it -> Map.of("id", it.toString())).orElse(Map.of()));
    }

    /// How rows show what was said of them.
    public SessionView.Beside view(Reviewed reviewed) {
        return new SessionView.Beside() {
            @Override
            public SessionView.@Nullable Review of(Row row) {
                return reviewed.find(row.id()).map(it -> view(it, row)).orElse(null);
            }

            @Override
            public boolean isLeftOut(Row row) {
                return marks.isLeftOut(row.id());
            }
        };
    }

    /// Looks up what was last said of a session.
    @FunctionalInterface
    public interface Reviewed {
        Optional<Review> find(SessionId session);
    }

    private SessionView.Review view(Review review, Row row) {
        var answer = review.answer();
        boolean stale = !review.of().equals(state(row));
        boolean seen = marks.isSeen(row.id(), review.at());
        boolean titled =
                review.applied() != null && review.applied().equals(row.marks().title());
        return new SessionView.Review(
                answer.summary(),
                answer.needsYou() && !stale && !seen,
                answer.reason(),
                answer.title(),
                titled,
                answer.project(),
                project(answer.project()),
                review.at(),
                stale,
                seen);
    }

    /// The id of the project that is called so, if there is one.
    private @Nullable String project(@Nullable String name) {
        return name == null
                ? null
                : metadata.organisation().projects().stream()
                        .filter(project -> !project.archived() && project.name().equalsIgnoreCase(name))
                        .map(Project::id)
                        .map(id -> id.value())
                        .findFirst()
                        .orElse(null);
    }
}
