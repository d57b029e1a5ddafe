package dev.svc.server.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.question.Outcome.Flaw;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What may be asked, answered and said of questions.
class QuestionsTest {
    private static final SessionId SESSION = new SessionId(EngineKey.of(1), "a");
    private static final SessionId OTHER = new SessionId(EngineKey.of(1), "b");
    private static final Choice ALLOW = Choice.once("1", "Yes", Effect.ALLOW);
    private static final Choice DENY = new Choice("deny", "No", Effect.DENY, false, true);
    private static final Choice ALWAYS = new Choice("always", "Always ls", Effect.ALLOW, true, false);
    private static final Choice FULL = Choice.once("full", "Never ask again", Effect.TERMINAL);
    private static final Choice OWN = new Choice("other", "Something else", Effect.CHOOSE, false, true);
    private static final Responder PHONE = new Responder("Chrome on Android", "admin", "login", "192.0.2.1");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-26T10:00:00Z"));
    private final AtomicInteger ids = new AtomicInteger();
    private final Book book = new Book();
    private final Ears ears = new Ears();
    private final Questions questions =
            new Questions(book, ears, now::get, () -> "q" + ids.incrementAndGet(), Duration.ZERO);

    private static final class Book implements AnswerLog {
        private final List<String> lines = new ArrayList<>();
        private boolean full;

        @Override
        public synchronized void answered(OpenQuestion question, Receipt receipt) {
            if (full) {
                throw new IllegalStateException("full");
            }
            lines.add("answered " + question.id());
        }

        @Override
        public synchronized void settled(SettledQuestion settled) {
            lines.add("settled " + settled.question().id() + " " + settled.how().word());
        }

        @Override
        public synchronized void notSent(OpenQuestion question, Receipt receipt) {
            lines.add("not sent " + question.id());
        }
    }

    private static final class Ears implements QuestionListener {
        private final List<OpenQuestion> asked = new ArrayList<>();
        private final List<SettledQuestion> settled = new ArrayList<>();

        @Override
        public void asked(OpenQuestion question) {
            asked.add(question);
        }

        @Override
        public void settled(SettledQuestion done) {
            settled.add(done);
        }
    }

    /// A program that does to an answer as it is told.
    private static class Program implements Answerer {
        private final Given given;
        private final List<String> got = new ArrayList<>();
        private boolean over;

        Program(Given given) {
            this.given = given;
        }

        @Override
        public Given give(Choice choice, @Nullable String words) {
            got.add(words == null ? choice.key() : choice.key() + " " + words);
            return given;
        }

        @Override
        public void over() {
            over = true;
        }
    }

    private Asked ask(AnswerChannel channel, String key, Answerer answerer) {
        return ask(SESSION, channel, key, "May I " + key + "?", answerer);
    }

    private Asked ask(SessionId session, AnswerChannel channel, String key, String title, Answerer answerer) {
        var ask = new Ask(
                Ask.Kind.PERMISSION,
                "Bash",
                title,
                null,
                "rm x",
                null,
                "/tmp",
                List.of(ALLOW, DENY, ALWAYS, FULL, OWN));
        return new Asked(session, channel, key, ask, now.get(), false, answerer);
    }

    private void later() {
        now.updateAndGet(it -> it.plusSeconds(1));
    }

    private OpenQuestion only() {
        assertThat(questions.open()).hasSize(1);
        return questions.open().getFirst();
    }

    private Outcome answer(String choice) {
        return answer(only(), choice, null, false);
    }

    private Outcome answer(OpenQuestion question, String choice, @Nullable String words, boolean confirm) {
        return questions.answer(question.id(), new GivenAnswer(choice, words, question.digest(), confirm, PHONE));
    }

    private Receipt receipt() {
        return Objects.requireNonNull(ears.settled.getLast().receipt());
    }

    private How how() {
        return ears.settled.getLast().how();
    }

    @Test
    void what_a_program_asks_is_open_and_told() {
        questions.asked(ask(AnswerChannel.HOOK, "k", new Program(Given.TAKEN)));

        assertThat(only().ask().command()).isEqualTo("rm x");
        assertThat(ears.asked).hasSize(1);
    }

    @Test
    void said_twice_it_is_one_question() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.TAKEN)));
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.TAKEN)));

        assertThat(ears.asked).hasSize(1);
        assertThat(only().id()).isEqualTo("q1");
    }

    @Test
    void said_twice_the_later_way_answers() {
        var former = new Program(Given.NOT_SENT);
        var present = new Program(Given.TAKEN);
        questions.asked(ask(AnswerChannel.LINE, "k", former));
        questions.asked(ask(AnswerChannel.LINE, "k", present));

        assertThat(answer("1")).isInstanceOf(Outcome.Taken.class);
        assertThat(former.got).isEmpty();
    }

    @Test
    void the_one_that_waits_longest_comes_first() {
        questions.asked(ask(OTHER, AnswerChannel.LINE, "b", "B?", new Program(Given.TAKEN)));
        later();
        questions.asked(ask(AnswerChannel.LINE, "a", new Program(Given.TAKEN)));

        assertThat(questions.open()).extracting(OpenQuestion::session).containsExactly(OTHER, SESSION);
    }

    @Test
    void an_answer_is_written_down_before_it_is_given() {
        var seen = new ArrayList<String>();
        questions.asked(ask(AnswerChannel.LINE, "k", (choice, words) -> {
            seen.addAll(book.lines);
            return Given.TAKEN;
        }));

        answer("1");

        assertThat(seen).containsExactly("answered q1");
        assertThat(book.lines).containsExactly("answered q1", "settled q1 allowed");
    }

    @Test
    void what_cannot_be_written_down_is_not_given() {
        var program = new Program(Given.TAKEN);
        questions.asked(ask(AnswerChannel.LINE, "k", program));
        book.full = true;

        assertThatThrownBy(() -> answer("1")).isInstanceOf(IllegalStateException.class);

        assertThat(program.got).isEmpty();
        assertThat(only().inHand()).isNull();
        book.full = false;
        assertThat(answer("1")).isInstanceOf(Outcome.Taken.class);
    }

    @Test
    void a_receipt_says_when_it_was_shown_answered_and_taken() {
        questions.asked(ask(AnswerChannel.LINE, "k", (choice, words) -> {
            later();
            return Given.TAKEN;
        }));
        later();
        questions.seen("q1", only().digest());
        later();

        var taken = (Outcome.Taken) answer("1");

        var receipt = Objects.requireNonNull(taken.settled().receipt());
        assertThat(receipt.shownAt()).isEqualTo("2026-11-26T10:00:01Z");
        assertThat(receipt.answeredAt()).isEqualTo("2026-11-26T10:00:02Z");
        assertThat(receipt.takenAt()).isEqualTo("2026-11-26T10:00:03Z");
        assertThat(receipt.by()).isEqualTo(PHONE);
    }

    @Test
    void only_the_first_time_that_it_is_shown_counts() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.TAKEN)));
        questions.seen("q1", only().digest());
        later();
        questions.seen("q1", only().digest());

        assertThat(only().seenAt()).isEqualTo("2026-11-26T10:00:00Z");
    }

    @Test
    void something_else_cannot_be_shown_in_its_name() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.TAKEN)));

        assertThat(questions.seen("q1", "other")).isFalse();
        assertThat(questions.seen("q9", "other")).isFalse();
        assertThat(only().seenAt()).isNull();
    }

    @Test
    void what_was_not_shown_is_not_answered() {
        var program = new Program(Given.TAKEN);
        questions.asked(ask(AnswerChannel.LINE, "k", program));

        var outcome = questions.answer("q1", new GivenAnswer("1", null, "another digest", false, PHONE));

        assertThat(outcome).isInstanceOf(Outcome.Changed.class);
        assertThat(program.got).isEmpty();
    }

    @Test
    void an_answer_that_does_not_fit_is_refused_with_the_reason() {
        var program = new Program(Given.TAKEN);
        questions.asked(ask(AnswerChannel.LINE, "k", program));

        assertThat(answer("nothing")).isEqualTo(new Outcome.Unfit(Flaw.NO_SUCH_CHOICE));
        assertThat(answer("full")).isEqualTo(new Outcome.Unfit(Flaw.TERMINAL_ONLY));
        assertThat(answer("always")).isEqualTo(new Outcome.Unfit(Flaw.NOT_CONFIRMED));
        assertThat(answer(only(), "1", "words", false)).isEqualTo(new Outcome.Unfit(Flaw.NO_WORDS));
        assertThat(answer("other")).isEqualTo(new Outcome.Unfit(Flaw.WORDS_MISSING));
        assertThat(program.got).isEmpty();
        assertThat(book.lines).isEmpty();
    }

    @Test
    void a_lasting_choice_is_given_once_it_was_confirmed() {
        var program = new Program(Given.TAKEN);
        questions.asked(ask(AnswerChannel.LINE, "k", program));

        assertThat(answer(only(), "always", null, true)).isInstanceOf(Outcome.Taken.class);
        assertThat(program.got).containsExactly("always");
    }

    @Test
    void a_refusal_may_have_words() {
        var program = new Program(Given.TAKEN);
        questions.asked(ask(AnswerChannel.LINE, "k", program));

        answer(only(), "deny", "not today", false);

        assertThat(program.got).containsExactly("deny not today");
        assertThat(how()).isEqualTo(How.DENIED);
    }

    @Test
    void of_two_at_once_the_first_wins_and_the_other_is_told() {
        var others = new ArrayList<Outcome>();
        questions.asked(ask(AnswerChannel.LINE, "k", (choice, words) -> {
            others.add(answer("deny"));
            return Given.TAKEN;
        }));

        assertThat(answer("1")).isInstanceOf(Outcome.Taken.class);

        assertThat(others).containsExactly(new Outcome.Late(null, PHONE.device()));
        assertThat(book.lines).containsExactly("answered q1", "settled q1 allowed");
    }

    @Test
    void whoever_is_late_is_told_what_became_of_it() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.TAKEN)));
        var question = only();
        answer("1");

        var late = (Outcome.Late) answer(question, "deny", null, false);

        assertThat(late.by()).isEqualTo(PHONE.device());
        assertThat(late.settled()).isEqualTo(ears.settled.getFirst());
    }

    @Test
    void after_a_quarter_of_an_hour_a_question_is_forgotten() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.TAKEN)));
        var question = only();
        answer("1");
        now.updateAndGet(it -> it.plus(Duration.ofMinutes(16)));

        assertThat(answer(question, "1", null, false)).isInstanceOf(Outcome.Unknown.class);
        assertThat(questions.recent(10)).isEmpty();
    }

    @Test
    void what_could_not_be_sent_is_open_still() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.NOT_SENT)));

        assertThat(answer("1")).isInstanceOf(Outcome.NotSent.class);

        assertThat(only().inHand()).isNull();
        assertThat(book.lines).containsExactly("answered q1", "not sent q1");
    }

    @Test
    void an_answer_to_what_was_settled_there_is_late() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.LATE)));

        assertThat(answer("1")).isInstanceOf(Outcome.Late.class);

        assertThat(questions.open()).isEmpty();
        assertThat(how()).isEqualTo(How.DECIDED);
    }

    @Test
    void what_is_decided_at_the_program_is_open_no_more() {
        var program = new Program(Given.TAKEN);
        questions.asked(ask(AnswerChannel.LINE, "k", program));
        questions.settled(SESSION, AnswerChannel.LINE, "k", How.DECIDED);

        assertThat(questions.open()).isEmpty();
        assertThat(ears.settled.getLast().receipt()).isNull();
        assertThat(program.over).isTrue();
        assertThat(book.lines).isEmpty();
    }

    @Test
    void where_the_program_does_not_say_whose_answer_counted_nothing_is_said_to_be_taken() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.SENT)));

        assertThat(answer("1")).isInstanceOf(Outcome.Sent.class);
        questions.settled(SESSION, AnswerChannel.LINE, "k", How.SETTLED);

        assertThat(how()).isEqualTo(How.SETTLED);
        assertThat(receipt().takenAt()).isNull();
        assertThat(book.lines).containsExactly("answered q1", "settled q1 settled");
    }

    @Test
    void the_same_holds_where_it_is_settled_while_the_answer_is_given() {
        questions.asked(ask(AnswerChannel.LINE, "k", (choice, words) -> {
            questions.settled(SESSION, AnswerChannel.LINE, "k", How.SETTLED);
            return Given.SENT;
        }));

        assertThat(answer("1")).isInstanceOf(Outcome.Sent.class);
        assertThat(how()).isEqualTo(How.SETTLED);
        assertThat(receipt().takenAt()).isNull();
    }

    @Test
    void an_answer_is_taken_when_the_program_says_that_it_did_so() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.SENT)));
        answer("1");
        questions.settled(SESSION, AnswerChannel.LINE, "k", How.ALLOWED);

        assertThat(how()).isEqualTo(How.ALLOWED);
        assertThat(receipt().takenAt()).isEqualTo(now.get());
    }

    @Test
    void an_answer_is_not_taken_when_the_program_says_that_it_did_something_else() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.SENT)));
        answer("1");
        questions.settled(SESSION, AnswerChannel.LINE, "k", How.DENIED);

        assertThat(how()).isEqualTo(How.DECIDED);
        assertThat(receipt().takenAt()).isNull();
    }

    @Test
    void a_program_that_goes_away_has_not_taken_an_answer() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.SENT)));
        answer("1");
        questions.settled(SESSION, AnswerChannel.LINE, "k", How.WITHDRAWN);

        assertThat(how()).isEqualTo(How.WITHDRAWN);
        assertThat(receipt().takenAt()).isNull();
    }

    @Test
    void an_answer_during_which_the_program_goes_away_was_sent_and_nobody_was_before_it() {
        questions.asked(ask(AnswerChannel.LINE, "k", (choice, words) -> {
            questions.settled(SESSION, AnswerChannel.LINE, "k", How.WITHDRAWN);
            return Given.SENT;
        }));

        assertThat(answer("1")).isInstanceOf(Outcome.Sent.class);
        assertThat(how()).isEqualTo(How.WITHDRAWN);
        assertThat(receipt().takenAt()).isNull();
    }

    @Test
    void whatever_the_program_says_without_an_answer_from_here_it_was_decided_there() {
        for (var said : List.of(How.ALLOWED, How.DENIED, How.CHOSEN, How.SETTLED)) {
            questions.asked(ask(AnswerChannel.LINE, said.word(), new Program(Given.TAKEN)));
            questions.settled(SESSION, AnswerChannel.LINE, said.word(), said);
            assertThat(how()).isEqualTo(How.DECIDED);
        }
    }

    @Test
    void what_the_screen_asks_is_open_while_it_stands_there() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        assertThat(only().channel()).isEqualTo(AnswerChannel.SCREEN);

        questions.screen(SESSION, null);

        assertThat(questions.open()).isEmpty();
        assertThat(how()).isEqualTo(How.DECIDED);
    }

    @Test
    void an_answer_typed_is_taken_when_the_question_leaves_the_screen() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));

        assertThat(answer("1")).isInstanceOf(Outcome.Sent.class);
        questions.screen(SESSION, null);

        assertThat(how()).isEqualTo(How.ALLOWED);
        assertThat(book.lines).containsExactly("answered q1", "settled q1 allowed");
    }

    @Test
    void an_answer_typed_is_taken_when_the_next_question_stands_there() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        answer("1");
        later();
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "next", new Program(Given.SENT)));

        assertThat(how()).isEqualTo(How.ALLOWED);
        assertThat(only().ask().title()).isEqualTo("May I next?");
    }

    @Test
    void somebody_who_answers_hears_that_it_was_taken_where_that_happens_soon() {
        var patient = new Questions(book, ears, now::get, () -> "p", Duration.ofMinutes(1));
        patient.screen(SESSION, ask(AnswerChannel.SCREEN, "k", (choice, words) -> {
            Thread.ofVirtual().start(() -> patient.screen(SESSION, null));
            return Given.SENT;
        }));
        var question = patient.open().getFirst();

        var outcome = patient.answer("p", new GivenAnswer("1", null, question.digest(), false, PHONE));

        assertThat(outcome).isInstanceOf(Outcome.Taken.class);
    }

    @Test
    void a_question_that_leaves_while_the_answer_is_given_was_answered_by_it() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", (choice, words) -> {
            questions.screen(SESSION, null);
            return Given.SENT;
        }));

        assertThat(answer("1")).isInstanceOf(Outcome.Taken.class);
        assertThat(questions.open()).isEmpty();
    }

    @Test
    void a_question_that_leaves_while_an_answer_is_not_sent_was_decided_there() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", (choice, words) -> {
            questions.screen(SESSION, null);
            return Given.NOT_SENT;
        }));

        assertThat(answer("1")).isInstanceOf(Outcome.Late.class);
        assertThat(how()).isEqualTo(How.DECIDED);
    }

    @Test
    void an_answer_that_the_program_was_not_seen_to_take_is_said_to_be_lost_and_the_question_is_open_again() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        answer("1");
        questions.tick();
        assertThat(only().id()).isEqualTo("q1");

        now.updateAndGet(it -> it.plusSeconds(11));
        questions.tick();

        assertThat(how()).isEqualTo(How.NOT_TAKEN);
        assertThat(only().id()).isEqualTo("q2");
    }

    @Test
    void a_question_drawn_anew_is_the_same_one_and_must_be_shown_again() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        var before = only();
        questions.seen("q1", before.digest());
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "wider", new Program(Given.SENT)));

        assertThat(only().id()).isEqualTo("q1");
        assertThat(only().seenAt()).isNull();
        assertThat(answer(before, "1", null, false)).isInstanceOf(Outcome.Changed.class);
    }

    @Test
    void a_better_channel_takes_over_what_the_screen_asks() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        questions.asked(ask(AnswerChannel.HOOK, "h", new Program(Given.SENT)));

        assertThat(only().id()).isEqualTo("q1");
        assertThat(only().channel()).isEqualTo(AnswerChannel.HOOK);
        assertThat(ears.settled).isEmpty();
    }

    @Test
    void the_screen_adds_nothing_to_a_better_channel() {
        questions.asked(ask(AnswerChannel.HOOK, "h", new Program(Given.SENT)));
        later();
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));

        assertThat(only().channel()).isEqualTo(AnswerChannel.HOOK);
    }

    @Test
    void a_call_is_over_when_its_dialog_has_left_the_screen() {
        var program = new Program(Given.SENT);
        questions.asked(ask(AnswerChannel.HOOK, "h", program));
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        questions.screen(SESSION, null);

        assertThat(how()).isEqualTo(How.DECIDED);
        assertThat(program.over).isTrue();
    }

    @Test
    void a_call_is_over_also_when_its_dialog_was_on_the_screen_first() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        questions.asked(ask(AnswerChannel.HOOK, "h", new Program(Given.SENT)));
        questions.screen(SESSION, null);

        assertThat(questions.open()).isEmpty();
    }

    @Test
    void a_call_whose_dialog_was_not_drawn_yet_goes_on() {
        questions.asked(ask(AnswerChannel.HOOK, "h", new Program(Given.SENT)));
        questions.screen(SESSION, null);

        assertThat(only().channel()).isEqualTo(AnswerChannel.HOOK);
    }

    @Test
    void an_answer_to_a_call_is_taken_when_the_dialog_leaves_the_screen() {
        questions.asked(ask(AnswerChannel.HOOK, "h", new Program(Given.SENT)));
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        answer("1");
        questions.screen(SESSION, null);

        assertThat(how()).isEqualTo(How.ALLOWED);
    }

    @Test
    void an_answer_to_a_call_whose_dialog_was_never_read_is_taken_where_none_comes() {
        questions.asked(ask(AnswerChannel.HOOK, "h", new Program(Given.SENT)));
        answer("1");
        questions.tick();
        assertThat(questions.open()).hasSize(1);

        later();
        questions.tick();

        assertThat(how()).isEqualTo(How.ALLOWED);
        assertThat(questions.open()).isEmpty();
    }

    @Test
    void an_answer_to_a_call_is_not_taken_while_its_dialog_stands() {
        questions.asked(ask(AnswerChannel.HOOK, "h", new Program(Given.SENT)));
        answer("1");
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        later();
        questions.tick();

        assertThat(only().channel()).isEqualTo(AnswerChannel.HOOK);
    }

    @Test
    void the_dialog_of_a_call_that_was_answered_is_not_asked_by_the_screen() {
        questions.asked(ask(AnswerChannel.LINE, "h", new Program(Given.TAKEN)));
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));

        answer("1");

        assertThat(questions.open()).isEmpty();
    }

    @Test
    void the_next_call_of_a_program_settles_the_one_before() {
        var former = new Program(Given.SENT);
        questions.asked(ask(AnswerChannel.HOOK, "h", former));
        questions.asked(ask(AnswerChannel.HOOK, "next", new Program(Given.SENT)));

        assertThat(only().ask().title()).isEqualTo("May I next?");
        assertThat(former.over).isTrue();
    }

    @Test
    void what_a_better_channel_gives_up_the_screen_asks() {
        questions.asked(ask(AnswerChannel.HOOK, "h", new Program(Given.SENT)));
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        questions.settled(SESSION, AnswerChannel.HOOK, "h", How.WITHDRAWN);

        assertThat(only().channel()).isEqualTo(AnswerChannel.SCREEN);
    }

    @Test
    void several_may_be_open_on_one_line() {
        questions.asked(ask(AnswerChannel.LINE, "a", new Program(Given.TAKEN)));
        questions.asked(ask(AnswerChannel.LINE, "b", new Program(Given.TAKEN)));

        assertThat(questions.open()).hasSize(2);
    }

    @Test
    void a_program_that_asks_without_end_has_64_questions() {
        for (int i = 0; i < 100; i++) {
            questions.asked(ask(AnswerChannel.LINE, "k" + i, new Program(Given.TAKEN)));
        }

        assertThat(questions.open()).hasSize(64);
    }

    @Test
    void with_its_program_a_question_ends() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        questions.ended(SESSION);

        assertThat(how()).isEqualTo(How.ENDED);
        assertThat(questions.open()).isEmpty();
    }

    @Test
    void an_answer_on_its_way_when_the_program_ends_was_not_taken_by_it() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        answer("1");
        questions.ended(SESSION);

        assertThat(how()).isEqualTo(How.ENDED);
        assertThat(ears.settled.getLast().receipt()).isNotNull();
        assertThat(book.lines).containsExactly("answered q1", "settled q1 ended");
    }

    @Test
    void a_program_that_ends_while_it_is_answered_leaves_nothing_open() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", (choice, words) -> {
            questions.ended(SESSION);
            return Given.SENT;
        }));

        assertThat(answer("1")).isInstanceOf(Outcome.Late.class);
        assertThat(questions.open()).isEmpty();
    }

    @Test
    void a_question_moves_to_the_real_id_of_its_session() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "k", new Program(Given.SENT)));
        questions.adopted(SESSION, OTHER);
        assertThat(only().session()).isEqualTo(OTHER);

        questions.screen(OTHER, null);

        assertThat(questions.open()).isEmpty();
    }

    @Test
    void what_a_better_channel_has_heard_under_the_real_id_is_not_asked_by_the_screen_too() {
        questions.asked(ask(AnswerChannel.LINE, "k", new Program(Given.TAKEN)));
        questions.screen(OTHER, ask(OTHER, AnswerChannel.SCREEN, "drawn", "May I?", new Program(Given.SENT)));
        assertThat(questions.open()).hasSize(2);

        questions.adopted(OTHER, SESSION);

        assertThat(only().channel()).isEqualTo(AnswerChannel.LINE);
        assertThat(how()).isEqualTo(How.WITHDRAWN);
        questions.settled(SESSION, AnswerChannel.LINE, "k", How.ALLOWED);
        assertThat(questions.open()).isEmpty();
    }

    @Test
    void a_better_channel_that_gets_its_real_id_takes_over_what_the_screen_asks_there() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "drawn", new Program(Given.SENT)));
        questions.asked(ask(OTHER, AnswerChannel.LINE, "k", "May I?", new Program(Given.TAKEN)));

        questions.adopted(OTHER, SESSION);

        assertThat(only().channel()).isEqualTo(AnswerChannel.LINE);
        questions.settled(SESSION, AnswerChannel.LINE, "k", How.ALLOWED);
        assertThat(questions.open()).isEmpty();
    }

    @Test
    void a_screen_that_is_read_under_both_ids_asks_once() {
        questions.screen(SESSION, ask(AnswerChannel.SCREEN, "drawn", new Program(Given.SENT)));
        questions.screen(OTHER, ask(OTHER, AnswerChannel.SCREEN, "drawn", "May I?", new Program(Given.SENT)));

        questions.adopted(OTHER, SESSION);

        assertThat(only().session()).isEqualTo(SESSION);
        questions.screen(SESSION, null);
        assertThat(questions.open()).isEmpty();
    }

    @Test
    void many_who_answer_at_once_give_one_answer() throws InterruptedException {
        var program = new Program(Given.TAKEN);
        questions.asked(ask(AnswerChannel.LINE, "k", program));
        var question = only();
        var start = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 20; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    start.await();
                    answer(question, "1", null, false);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        start.countDown();
        for (var thread : threads) {
            thread.join();
        }

        assertThat(program.got).containsExactly("1");
        assertThat(ears.settled).hasSize(1);
    }

    @Test
    void a_digest_covers_everything_that_is_shown() {
        questions.asked(ask(OTHER, AnswerChannel.LINE, "k", "May I?", new Program(Given.TAKEN)));
        var one = only().digest();
        questions.ended(OTHER);
        questions.asked(ask(OTHER, AnswerChannel.LINE, "k", "May I ?", new Program(Given.TAKEN)));

        assertThat(only().digest()).isNotEqualTo(one);
    }
}
