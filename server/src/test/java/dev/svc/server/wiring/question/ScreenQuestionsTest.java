package dev.svc.server.wiring.question;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.AnswerLog;
import dev.svc.server.question.Answerer;
import dev.svc.server.question.Asked;
import dev.svc.server.question.Given;
import dev.svc.server.question.How;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.QuestionListener;
import dev.svc.server.question.Questions;
import dev.svc.server.question.Receipt;
import dev.svc.server.question.SettledQuestion;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.status.Typed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How a question ends whose call is over by itself, with whatever happens while the screen is looked at.
class ScreenQuestionsTest {
    private static final SessionId SESSION = new SessionId(EngineKey.of(1), "a");
    private static final Asking DIALOG = dialog("Do you want to proceed?");

    private final Questions questions = new Questions(
            new NoLog(),
            new Nobody(),
            Clock.systemUTC(),
            () -> UUID.randomUUID().toString(),
            Duration.ZERO);
    private final OneScreen screen = new OneScreen();
    private final ScreenQuestions rule = new ScreenQuestions(questions, screen);

    @BeforeEach
    void a_program_asks_by_its_hook_and_on_its_screen() {
        rule.changed(SESSION, Status.IDLE, null);
        questions.asked(new Asked(
                SESSION,
                AnswerChannel.HOOK,
                "call",
                new Ask(Ask.Kind.PERMISSION, "Bash", "Run it?", null, "make", null, null, List.of()),
                Instant.EPOCH,
                false,
                new Deaf()));
        screen.shows = DIALOG;
        rule.changed(SESSION, Status.WAITING, DIALOG);
    }

    private static Asking dialog(String text) {
        return new Asking(text, text, Instant.EPOCH, List.of(), text);
    }

    private void hangUp() {
        questions.settled(SESSION, AnswerChannel.HOOK, "call", rule.whenHungUp(SESSION));
    }

    private How last() {
        return questions.recent(1).getFirst().how();
    }

    @Test
    void while_the_dialog_stands_there_it_is_asked_by_the_screen() {
        hangUp();

        assertThat(last()).isEqualTo(How.WITHDRAWN);
        assertThat(questions.open()).extracting(OpenQuestion::channel).containsExactly(AnswerChannel.SCREEN);
    }

    @Test
    void when_the_dialog_has_gone_the_person_has_decided_there() {
        screen.shows = null;
        hangUp();

        assertThat(last()).isEqualTo(How.DECIDED);
        assertThat(questions.open()).isEmpty();
    }

    @Test
    void a_dialog_seen_just_before_the_program_ended_is_asked_by_nobody() {
        screen.meanwhile = this::end;
        hangUp();

        assertThat(questions.open()).isEmpty();
        assertThat(questions.recent(9)).extracting(SettledQuestion::how).containsExactly(How.ENDED);
    }

    @Test
    void a_program_that_has_gone_without_a_word_has_not_decided() {
        screen.lives = false;
        screen.shows = null;
        hangUp();

        assertThat(questions.open()).isEmpty();
        assertThat(last()).isEqualTo(How.ENDED);
    }

    @Test
    void a_dialog_seen_just_before_it_went_does_not_come_back() {
        screen.meanwhile = () -> {
            screen.shows = null;
            rule.changed(SESSION, Status.WORKING, null);
        };
        hangUp();

        assertThat(questions.open()).isEmpty();
        assertThat(last()).isEqualTo(How.DECIDED);
    }

    @Test
    void a_dialog_that_came_while_the_former_was_read_is_asked() {
        var next = dialog("Do you want to make this edit?");
        screen.meanwhile = () -> {
            screen.shows = next;
            rule.changed(SESSION, Status.WAITING, next);
        };
        hangUp();

        assertThat(questions.open()).extracting(it -> it.ask().title()).containsExactly(next.text());
    }

    @Test
    void a_session_that_gets_its_real_id_meanwhile_keeps_its_question() {
        var real = new SessionId(EngineKey.of(1), "real");
        questions.adopted(SESSION, real);
        rule.adopted(SESSION, real);
        questions.settled(real, AnswerChannel.HOOK, "call", rule.whenHungUp(real));

        assertThat(questions.open()).extracting(OpenQuestion::session).containsExactly(real);
    }

    private void end() {
        screen.lives = false;
        rule.changed(SESSION, Status.OFF, null);
    }

    /// Whatever comes meanwhile comes right after a look.
    private static final class OneScreen implements ScreenQuestions.Screens {
        private boolean lives = true;
        private @Nullable Asking shows;
        private Runnable meanwhile = () -> {};

        @Override
        public boolean isLive(SessionId session) {
            return lives;
        }

        @Override
        public Optional<Asking> askingNow(SessionId session) {
            var seen = Optional.ofNullable(shows);
            var then = meanwhile;
            meanwhile = () -> {};
            then.run();
            return seen;
        }

        @Override
        public Typed answer(SessionId session, String digest, String key) {
            return Typed.BUSY;
        }
    }

    private static final class Deaf implements Answerer {
        @Override
        public Given give(Ask.Choice choice, @Nullable String words) {
            return Given.NOT_SENT;
        }

        @Override
        public void over() {}
    }

    private static final class Nobody implements QuestionListener {
        @Override
        public void asked(OpenQuestion question) {}

        @Override
        public void settled(SettledQuestion settled) {}
    }

    private static final class NoLog implements AnswerLog {
        @Override
        public void answered(OpenQuestion question, Receipt receipt) {}

        @Override
        public void settled(SettledQuestion settled) {}

        @Override
        public void notSent(OpenQuestion question, Receipt receipt) {}
    }
}
