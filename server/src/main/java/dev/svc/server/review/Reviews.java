package dev.svc.server.review;

import dev.svc.server.mask.Masks;
import dev.svc.server.review.model.Answer;
import dev.svc.server.review.model.Cancellation;
import dev.svc.server.review.model.Client;
import dev.svc.server.review.model.Question;
import dev.svc.server.review.model.TroubleException;
import dev.svc.server.session.SessionId;
import java.io.Closeable;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The room's facade: stored reviews, the state of the runs, and requests for one.
public final class Reviews implements Closeable {
    /// An invented conversation, for trying settings.
    private static final Prompt.Material SAMPLE = new Prompt.Material("""
            person: Rename the settings file and keep the old name working.
            agent: Done, and the tests pass. Shall I commit this to the main branch?""", "");

    private final ReviewContext around;
    private final Keys keys;
    private final Prompt prompt;
    private final ReviewStore records;
    private final Reviewer reviewer;
    private final Loop loop;
    private final boolean armed;

    /// How the room works.
    ///
    /// @param records where reviews and runs are kept
    /// @param armed whether anything is reviewed without being asked
    /// @param timeout of one call, where the settings say nothing
    /// @param secrets what is hidden from the endpoint wherever it occurs
    public record Options(
            Path records, boolean armed, Duration timeout, Supplier<Collection<String>> secrets, InstantSource clock) {}

    public Reviews(Options options, Keys keys, ReviewContext around) {
        this.around = around;
        this.armed = options.armed();
        this.keys = keys;
        this.prompt = new Prompt(new Masks(options.secrets()), new SecureRandom());
        this.records = ReviewStore.open(options.records());
        this.reviewer = new Reviewer(around, records, keys, prompt, options.timeout(), options.clock());
        this.loop = new Loop(around, reviewer, records, options.clock(), armed);
    }

    public void start() {
        settingsChanged();
        loop.start();
    }

    /// What was last said of a session.
    public Optional<Review> find(SessionId session) {
        return records.find(session);
    }

    /// Whether automatic reviews are on, according to the settings at start.
    public boolean isArmed() {
        return armed;
    }

    /// The settings changed: a key of another endpoint is deleted, and a run may be due.
    public void settingsChanged() {
        keys.bind(around.setup().endpoint());
        loop.wake();
    }

    /// Starts a run over these sessions; empty when too many are queued.
    public Optional<String> ask(List<SessionId> sessions) {
        return loop.ask(sessions);
    }

    /// Cancels the present run and clears the queue.
    public void stop() {
        loop.stop();
    }

    /// The state of the runs.
    public enum State {
        OFF,
        IDLE,
        RUNNING
    }

    /// A run under way.
    public record Current(String id, boolean byHand, int done, int wanted) {}

    /// How it goes and went.
    ///
    /// @param nextRun null when none comes by itself
    /// @param runs the last one first
    /// @param readableOnTheWay whether what is sent crosses a network without encryption
    public record Status(
            State state,
            @Nullable Current current,
            @Nullable Instant nextRun,
            List<ReviewRun> runs,
            boolean readableOnTheWay) {}

    public Status status() {
        var current = loop.running()
                .map(it -> new Current(
                        it.wish().id(),
                        it.wish().byHand(),
                        it.done(),
                        it.wish().sessions().size()));
        var setup = around.setup();
        var atRest = setup.enabled() && setup.isComplete() ? State.IDLE : State.OFF;
        return new Status(
                current.isPresent() ? State.RUNNING : atRest,
                current.orElse(null),
                loop.nextRun().orElse(null),
                records.runs(),
                setup.endpoint() != null && setup.endpoint().isReadableOnTheWay());
    }

    /// The models of a draft's endpoint.
    public List<String> models(TrialSettings draft) throws TroubleException, InterruptedException {
        return client(draft).models();
    }

    /// What a draft's model makes of a sample conversation. Nothing of any session is sent.
    public Answer tried(TrialSettings draft, String model) throws TroubleException, InterruptedException {
        var question = prompt.question(SAMPLE, draft.instruction());
        return Answer.of(client(draft).complete(model, question, reviewer.timeout(draft.timeout())));
    }

    private Client client(TrialSettings draft) {
        var key = draft.key() == null ? keys.find(draft.endpoint()).orElse(null) : draft.key();
        return new Client(draft.endpoint(), key, new Cancellation());
    }

    /// Exactly what a review of this session would send now.
    public Question preview(Subject subject) throws TroubleException {
        return reviewer.question(subject, around.setup().instruction());
    }

    @Override
    public void close() {
        loop.close();
    }
}
