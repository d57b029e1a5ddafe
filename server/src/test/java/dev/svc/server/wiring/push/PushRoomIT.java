package dev.svc.server.wiring.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.push.Push;
import dev.svc.server.push.PushBrowser;
import dev.svc.server.push.PushRelays;
import dev.svc.server.push.PushServices;
import dev.svc.server.push.PushStandIn;
import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.AnswerLog;
import dev.svc.server.question.Answerer;
import dev.svc.server.question.Asked;
import dev.svc.server.question.Given;
import dev.svc.server.question.GivenAnswer;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.Questions;
import dev.svc.server.question.Receipt;
import dev.svc.server.question.Responder;
import dev.svc.server.question.SettledQuestion;
import dev.svc.server.review.model.Answer;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.TerminalEvents;
import dev.svc.shared.waiting.Waiting;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a device is told of what programs ask, of their end, and of reviews.
class PushRoomIT {
    private static final SessionId SESSION = new SessionId(EngineKey.of(1), "a");
    private static final SessionId OTHER = new SessionId(EngineKey.of(1), "b");
    private static final Choice ONCE = Choice.once("once", "Yes", Effect.ALLOW);
    private static final Choice NEVER = new Choice("never", "No, never", Effect.DENY, true, false);
    private static final Choice NO = Choice.once("no", "No", Effect.DENY);

    @TempDir
    private Path folder;

    private final PushBrowser browser = new PushBrowser();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReference<PushRelays> relays = new AtomicReference<>(PushRelays.NONE);
    private @Nullable PushStandIn service;
    private @Nullable Push push;
    private @Nullable PushRoom opened;
    private @Nullable Questions heard;

    @BeforeEach
    void begin() throws Exception {
        service = PushStandIn.start();
        push = new Push(
                new Push.Options(
                        folder,
                        new PushServices(Optional.of(service.origin())),
                        Optional.empty(),
                        ZoneOffset.UTC,
                        new SecureRandom(),
                        Clock.systemUTC(),
                        new Push.Pace(Duration.ZERO, Waiting.PATIENCE, Duration.ofMillis(1))),
                relays::get,
                _ -> false);
        opened = new PushRoom(push(), session -> "Title of " + session.nativeId());
        push().add(service.origin() + "/to", browser.key(), browser.secret(), "Phone");
        heard = new Questions(
                new NoLog(), opened.listener(), Clock.systemUTC(), () -> "q" + count.incrementAndGet(), Duration.ZERO);
    }

    @AfterEach
    void end() {
        room().close();
        Objects.requireNonNull(service).close();
    }

    private PushRoom room() {
        return Objects.requireNonNull(opened);
    }

    private Push push() {
        return Objects.requireNonNull(push);
    }

    private Questions questions() {
        return Objects.requireNonNull(heard);
    }

    private JsonNode next() throws InterruptedException {
        return browser.opened(Objects.requireNonNull(service).next().body());
    }

    private static final class NoLog implements AnswerLog {
        @Override
        public void answered(OpenQuestion question, Receipt receipt) {}

        @Override
        public void settled(SettledQuestion settled) {}

        @Override
        public void notSent(OpenQuestion question, Receipt receipt) {}
    }

    private record Takes(Given given) implements Answerer {
        @Override
        public Given give(Choice choice, @Nullable String words) {
            return given;
        }

        @Override
        public void over() {}
    }

    private static final class Deaf implements TerminalEvents {
        @Override
        public void adopted(SessionId placeholder, SessionId real) {}

        @Override
        public void changed(SessionId session, Status status, @Nullable Asking asking) {}

        @Override
        public void reaped(SessionId session, String why, boolean dryRun) {}

        @Override
        public void takenOver(SessionId session, String viewer) {}
    }

    private void asks(Choice... choices) {
        var ask = new Ask(
                Ask.Kind.PERMISSION,
                "Bash",
                "Run it?",
                "Looks around.",
                "git \u001b[31mstatus",
                null,
                "/home/ada",
                List.of(choices));
        questions()
                .asked(new Asked(SESSION, AnswerChannel.HOOK, "k", ask, Instant.now(), false, new Takes(Given.TAKEN)));
    }

    @Test
    void a_question_is_told_with_its_command_its_card_and_how_it_is_denied() throws Exception {
        asks(ONCE, NEVER, NO);

        var said = next();
        assertThat(said.path("title").asText()).isEqualTo("Title of a");
        assertThat(said.path("body").asText()).isEqualTo("Run it? git status");
        assertThat(said.path("url").asText()).isEqualTo("/ask/q1");
        assertThat(said.path("deny").path("question").asText()).isEqualTo("q1");
        assertThat(said.path("deny").path("choice").asText()).isEqualTo("no");
        assertThat(said.path("deny").path("digest").asText())
                .isEqualTo(questions().open().getFirst().digest());
    }

    @Test
    void a_denial_that_could_take_words_along_does_without() throws Exception {
        asks(ONCE, new Choice("deny", "Deny", Effect.DENY, false, true));

        assertThat(next().path("deny").path("choice").asText()).isEqualTo("deny");
    }

    @Test
    void what_can_only_be_denied_for_good_is_not_denied_from_a_notice() throws Exception {
        asks(ONCE, NEVER);

        assertThat(next().has("deny")).isFalse();
    }

    @Test
    void an_answer_from_elsewhere_takes_its_place() throws Exception {
        asks(ONCE, NO);
        var asked = next();
        questions()
                .answer(
                        "q1",
                        new GivenAnswer(
                                "once",
                                null,
                                questions().open().getFirst().digest(),
                                false,
                                new Responder("Firefox on Linux", "admin", "login", "192.0.2.1")));

        var answered = next();
        assertThat(answered.path("kind").asText()).isEqualTo("answered");
        assertThat(answered.path("body").asText()).isEqualTo("Answered by Firefox on Linux: Yes");
        assertThat(answered.path("tag").asText()).isEqualTo(asked.path("tag").asText());
    }

    @Test
    void a_program_that_ends_at_work_is_told_and_one_that_ends_at_its_prompt_is_not() throws Exception {
        var events = room().beside(new Deaf());
        events.changed(SESSION, Status.WORKING);
        events.changed(SESSION, Status.IDLE);
        events.changed(SESSION, Status.OFF);
        events.changed(OTHER, Status.WORKING);
        events.changed(OTHER, Status.OFF);

        var said = next();
        assertThat(said.path("kind").asText()).isEqualTo("ended");
        assertThat(said.path("session").asText()).isEqualTo(OTHER.toString());
        assertThat(said.path("url").asText()).isEqualTo("/s/engine_1%3Ab");
    }

    @Test
    void what_became_of_a_session_that_was_to_go_on_is_told() throws Exception {
        for (var result : ContinueResult.values()) {
            room().continued(SESSION, result);
            var notice = next();
            assertThat(notice.path("kind").asText()).isEqualTo("continued");
            assertThat(notice.at("/said/word").asText())
                    .isEqualTo(result == ContinueResult.SENT ? "continued" : "not_continued_" + result.word());
        }
    }

    @Test
    void a_session_over_its_budget_is_told_with_what_it_cost_and_leads_to_it() throws Exception {
        room().overBudget(Optional.of(SESSION), "$12.50", "$10.00");

        var said = next();
        assertThat(said.path("kind").asText()).isEqualTo("budget");
        assertThat(said.path("title").asText()).isEqualTo("Title of a");
        assertThat(said.path("body").asText()).isEqualTo("It has cost $12.50; the budget of a session is $10.00.");
        assertThat(said.path("url").asText()).isEqualTo("/s/engine_1%3Aa");
    }

    @Test
    void a_day_over_its_budget_is_told_of_no_session_and_leads_to_what_was_used() throws Exception {
        room().overBudget(Optional.empty(), "$31.00", "$30.00");

        var said = next();
        assertThat(said.path("body").asText())
                .isEqualTo("Today's sessions have cost $31.00; the budget of a day is $30.00.");
        assertThat(said.path("url").asText()).isEqualTo("/usage");
        assertThat(said.path("session").isMissingNode() || said.path("session").isNull())
                .isTrue();
    }

    @Test
    void a_session_that_needs_somebody_by_its_review_is_told() throws Exception {
        room().reviewed(OTHER, new Answer("All is done.", false, null, null, null));
        room().reviewed(SESSION, new Answer("It asks.", true, "May it?", null, null));

        var said = next();
        assertThat(said.path("kind").asText()).isEqualTo("review");
        assertThat(said.path("session").asText()).isEqualTo(SESSION.toString());
    }

    private void followed() {
        push().devices().all().forEach(it -> push().devices().remove(it.id()));
        var webhook = new PushRelays.Webhook(
                URI.create(Objects.requireNonNull(service).origin() + "/hook"), null);
        relays.set(new PushRelays(null, webhook, false, true, true));
    }

    private JsonNode heard() throws InterruptedException {
        return Objects.requireNonNull(service).next().json();
    }

    @Test
    void what_a_program_does_is_heard_by_who_follows_along_and_the_same_again_is_no_news() throws Exception {
        followed();
        var events = room().beside(new Deaf());
        events.changed(SESSION, Status.ELSEWHERE);
        events.changed(SESSION, Status.WORKING);
        assertThat(heard().path("before").asText()).isEqualTo("off");

        events.changed(SESSION, Status.WORKING);
        events.changed(SESSION, Status.WAITING);
        var waits = heard();
        assertThat(waits.path("before").asText()).isEqualTo("working");
        assertThat(waits.path("status").asText()).isEqualTo("waiting");
    }

    @Test
    void every_verdict_of_a_review_is_heard_by_who_follows_along() throws Exception {
        followed();
        room().reviewed(OTHER, new Answer("All is done.", false, null, null, null));

        var said = heard();
        assertThat(said.path("kind").asText()).isEqualTo("verdict");
        assertThat(said.path("needs_you").asBoolean()).isFalse();
        assertThat(said.path("summary").asText()).isEqualTo("All is done.");
        assertThat(said.path("reason").isNull()).isTrue();
    }
}
