package dev.svc.server.wiring.continuing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.MovingClock;
import dev.svc.server.journal.RefusingJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.MetadataEvent.ContinueEnded;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.status.AtPrompt;
import dev.svc.server.wiring.continuing.Continuable.Start;
import dev.svc.shared.waiting.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContinuationsTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Continuations.Pace QUICK =
            new Continuations.Pace(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1));

    private final RefusingJournal journal = new RefusingJournal();
    private final MovingClock clock = new MovingClock(NOW);
    private final Metadata metadata = new Metadata(journal, clock.clock());
    private final Programs programs = new Programs();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private @Nullable Continuations continuations;

    private void open() {
        continuations = new Continuations(
                metadata,
                clock,
                programs,
                (session, result) -> told.add(session.nativeId() + " " + result.word()),
                QUICK);
    }

    @AfterEach
    void close() {
        if (continuations != null) {
            continuations.close();
        }
        metadata.close();
    }

    private void set(SessionId session, Duration ahead) {
        metadata.continueAt(session, NOW.plus(ahead), "go on", Actor.CLI);
    }

    private @Nullable Continuing plan(SessionId session) {
        return metadata.organisation().marks(session).continuing();
    }

    private void tells(String notice) {
        Waiting.until(() -> told.contains(notice));
    }

    /// Whatever was due before this one has been looked at.
    private void another() {
        programs.looks = AtPrompt.READY;
        metadata.continueAt(TWO, clock.instant().plusSeconds(1), "go on", Actor.CLI);
        clock.pass(Duration.ofSeconds(2));
        tells("two sent");
    }

    private List<ContinueResult> history() {
        var results = new ArrayList<ContinueResult>();
        journal.read(0, link -> {
            if (link.entry().event() instanceof ContinueEnded ended) {
                results.add(ended.result());
            }
            return true;
        });
        return results;
    }

    @Test
    void at_its_time_the_text_is_sent_once() {
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        tells("one sent");
        assertThat(plan(ONE)).isNull();
        another();
        assertThat(programs.sent).containsExactly("one: go on", "two: go on");
        assertThat(history()).containsExactly(ContinueResult.SENT, ContinueResult.SENT);
    }

    @Test
    void nothing_happens_before_its_time() {
        open();
        set(ONE, HOUR);
        another();
        assertThat(plan(ONE)).isNotNull();
        assertThat(programs.sent).containsExactly("two: go on");
    }

    @Test
    void a_program_that_was_started_for_it_may_be_at_work_until_it_is_at_its_prompt() {
        programs.start = new Start.Began();
        programs.looks = AtPrompt.WORKING;
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        Waiting.until(() -> programs.looked > 2);
        programs.looks = AtPrompt.READY;
        tells("one sent");
        assertThat(programs.sent).containsExactly("one: go on");
    }

    @Test
    void a_program_that_was_started_for_it_shows_no_empty_prompt_until_it_is_there() {
        programs.start = new Start.Began();
        programs.looks = AtPrompt.FILLED;
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        Waiting.until(() -> programs.looked > 2);
        programs.looks = AtPrompt.READY;
        tells("one sent");
    }

    @ParameterizedTest
    @CsvSource({"QUESTION, question", "TYPING, typing", "FILLED, typing", "WORKING, working", "GONE, no_prompt"})
    void where_something_else_is_under_way_nothing_is_sent_and_that_is_said(AtPrompt looks, String word) {
        programs.looks = looks;
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        tells("one " + word);
        assertThat(history()).extracting(ContinueResult::word).containsExactly(word);
        another();
        assertThat(programs.sent).containsExactly("two: go on");
    }

    @ParameterizedTest
    @CsvSource({"OUTSIDE", "NOT_STARTED"})
    void a_session_that_cannot_be_resumed_does_not_go_on(ContinueResult result) {
        programs.start = new Start.Refused(result, "The folder is gone.");
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        tells("one " + result.word());
        assertThat(programs.looked).isZero();
        assertThat(plan(ONE)).isNull();
    }

    @Test
    void a_program_that_never_comes_to_its_prompt_is_not_waited_for_any_longer() {
        programs.start = new Start.Began();
        programs.looks = AtPrompt.NOT_YET;
        programs.eachLook = Duration.ofSeconds(30);
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        tells("one no_prompt");
        assertThat(programs.sent).isEmpty();
    }

    @Test
    void what_comes_between_the_text_and_enter_is_said() {
        programs.enters = AtPrompt.QUESTION;
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        tells("one question");
        assertThat(history()).containsExactly(ContinueResult.SENT, ContinueResult.QUESTION);
    }

    @Test
    void a_time_that_passed_while_the_service_was_down_is_kept_for_an_hour() {
        set(ONE, HOUR);
        clock.pass(HOUR.multipliedBy(2));
        open();
        tells("one sent");
    }

    @Test
    void after_that_nothing_is_started_and_it_is_said() {
        set(ONE, HOUR);
        clock.pass(HOUR.multipliedBy(2).plusSeconds(1));
        open();
        tells("one late");
        assertThat(programs.starts).isEmpty();
        assertThat(history()).containsExactly(ContinueResult.LATE);
    }

    @Test
    void it_can_be_cancelled_until_the_text_is_sent() {
        programs.start = new Start.Began();
        programs.looks = AtPrompt.NOT_YET;
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        Waiting.until(() -> programs.looked > 2);
        metadata.cancelContinuing(ONE, Actor.CLI);
        another();
        assertThat(programs.sent).containsExactly("two: go on");
    }

    @Test
    void a_change_to_the_session_meanwhile_does_not_begin_it_a_second_time() {
        programs.start = new Start.Began();
        programs.looks = AtPrompt.NOT_YET;
        open();
        set(ONE, HOUR);
        clock.pass(HOUR);
        Waiting.until(() -> programs.looked > 2);
        metadata.rename(ONE, "Another title", Actor.CLI);
        another();
        tells("one sent");
        assertThat(programs.starts).containsExactly("one", "two");
    }

    @Test
    void what_cannot_be_noted_is_not_sent_until_it_can() {
        open();
        set(ONE, HOUR);
        journal.refusals.set(3);
        clock.pass(HOUR);
        tells("one sent");
        assertThat(programs.sent).containsExactly("one: go on");
        assertThat(journal.refusals).hasValue(0);
    }

    /// Programs that do what a test says.
    private final class Programs implements Continuable {
        private final List<String> starts = new CopyOnWriteArrayList<>();
        private final List<String> sent = new CopyOnWriteArrayList<>();
        private volatile Start start = new Start.Ran();
        private volatile AtPrompt looks = AtPrompt.READY;
        private volatile AtPrompt enters = AtPrompt.READY;
        private volatile Duration eachLook = Duration.ZERO;
        private volatile int looked;

        @Override
        public Start start(SessionId session) {
            starts.add(session.nativeId());
            return start;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate")
        public AtPrompt look(SessionId session) {
            looked++;
            clock.pass(eachLook);
            return looks;
        }

        @Override
        public AtPrompt paste(SessionId session, String text) {
            sent.add(session.nativeId() + ": " + text);
            return AtPrompt.READY;
        }

        @Override
        public AtPrompt enter(SessionId session) {
            return enters;
        }
    }
}
