package dev.svc.server.review;

import dev.svc.server.review.model.Answer;
import dev.svc.server.review.model.Cancellation;
import dev.svc.server.review.model.Client;
import dev.svc.server.review.model.Question;
import dev.svc.server.review.model.Setup;
import dev.svc.server.review.model.Trouble;
import dev.svc.server.review.model.TroubleException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Reviews one session: asks, parses, stores. If anything fails before that, the previous review stays.
final class Reviewer {
    private static final Logger LOG = Logger.getLogger(Reviewer.class.getName());

    private final ReviewContext around;
    private final ReviewStore records;
    private final Keys keys;
    private final Prompt prompt;
    private final Duration fallbackTimeout;
    private final InstantSource clock;

    /// @param fallbackTimeout of one call, where the settings say nothing
    Reviewer(
            ReviewContext around,
            ReviewStore records,
            Keys keys,
            Prompt prompt,
            Duration fallbackTimeout,
            InstantSource clock) {
        this.around = around;
        this.records = records;
        this.keys = keys;
        this.prompt = prompt;
        this.fallbackTimeout = fallbackTimeout;
        this.clock = clock;
    }

    void review(Subject subject, Setup setup, Cancellation cancellation) throws TroubleException, InterruptedException {
        var question = question(subject, setup.instruction());
        var endpoint = Objects.requireNonNull(setup.endpoint());
        var client = new Client(endpoint, keys.find(endpoint).orElse(null), cancellation);
        var said = client.complete(Objects.requireNonNull(setup.model()), question, timeout(setup.timeout()));
        keep(subject, Answer.of(said), setup.titles());
    }

    /// What would be sent about a session now.
    Question question(Subject subject, @Nullable String instruction) throws TroubleException {
        var material = new Prompt.Material(
                around.transcript(subject.id(), Prompt.MOST_TRANSCRIPT + Prompt.MARGIN), around.screen(subject.id()));
        if (material.isNothing()) {
            throw new TroubleException(Trouble.NOTHING_TO_SEND);
        }
        return prompt.question(material, instruction);
    }

    Duration timeout(@Nullable Duration chosen) {
        return chosen == null ? fallbackTimeout : chosen;
    }

    /// A title is recorded before it is applied: one that a person removed never comes back.
    private void keep(Subject subject, Answer answer, boolean mayTitle) throws TroubleException {
        var former = records.find(subject.id()).map(Review::applied).orElse(null);
        var title = answer.title();
        boolean titles = mayTitle && title != null && former == null && !subject.titled();
        try {
            records.keep(subject.id(), new Review(answer, clock.instant(), subject.state(), titles ? title : former));
        } catch (IOException full) {
            LOG.log(Level.WARNING, full, () -> "a review could not be stored");
            throw new TroubleException(Trouble.NOT_STORED);
        }
        if (titles && title != null) {
            around.title(subject.id(), title);
        }
        around.reviewed(subject.id(), answer);
    }
}
