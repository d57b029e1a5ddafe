package dev.svc.server.wiring.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReviewMarksTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");
    private static final SessionId PLACEHOLDER = new SessionId(EngineKey.CODEX, "new-1");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final Metadata metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
    private final ReviewMarks marks = new ReviewMarks(metadata);

    @AfterEach
    void close() {
        metadata.close();
    }

    private long head() {
        return metadata.journal().head().seq();
    }

    @Test
    void a_session_is_left_out_until_it_is_taken_in_again() {
        assertThat(marks.isLeftOut(ONE)).isFalse();
        marks.leaveOut(ONE, true, Actor.CLI);
        assertThat(marks.isLeftOut(ONE)).isTrue();
        assertThat(marks.isLeftOut(TWO)).isFalse();
        marks.leaveOut(ONE, false, Actor.CLI);
        assertThat(marks.isLeftOut(ONE)).isFalse();
    }

    @Test
    void a_handled_review_counts_again_when_a_later_one_comes() {
        marks.see(ONE, NOON, Actor.CLI);
        assertThat(marks.isSeen(ONE, NOON)).isTrue();
        assertThat(marks.isSeen(TWO, NOON)).isFalse();
        assertThat(marks.isSeen(ONE, NOON.plusSeconds(1))).isFalse();
    }

    @Test
    void that_a_review_is_handled_can_be_taken_back() {
        marks.see(ONE, NOON, Actor.CLI);
        marks.see(ONE, null, Actor.CLI);
        assertThat(marks.isSeen(ONE, NOON)).isFalse();
    }

    @Test
    void the_two_marks_do_not_touch_each_other() {
        marks.leaveOut(ONE, true, Actor.CLI);
        assertThat(marks.isSeen(ONE, NOON)).isFalse();
        marks.see(ONE, NOON, Actor.CLI);
        marks.leaveOut(ONE, false, Actor.CLI);
        assertThat(marks.isSeen(ONE, NOON)).isTrue();
    }

    @Test
    void a_mark_is_one_entry_of_the_journal_which_can_be_undone() {
        marks.leaveOut(ONE, true, Actor.CLI);
        assertThat(head()).isEqualTo(1);
        metadata.undo(1, false, Actor.CLI);
        assertThat(marks.isLeftOut(ONE)).isFalse();
    }

    @Test
    void a_mark_follows_a_session_to_its_real_id() {
        marks.leaveOut(PLACEHOLDER, true, Actor.CLI);
        marks.see(PLACEHOLDER, NOON, Actor.CLI);
        metadata.adopt(PLACEHOLDER, ONE, Actor.SYSTEM);
        assertThat(marks.isLeftOut(ONE)).isTrue();
        assertThat(marks.isSeen(ONE, NOON)).isTrue();
    }

    @Test
    void a_mark_under_a_former_id_is_removed_with_the_sessions_own() {
        marks.leaveOut(PLACEHOLDER, true, Actor.CLI);
        metadata.adopt(PLACEHOLDER, ONE, Actor.SYSTEM);
        marks.leaveOut(ONE, false, Actor.CLI);
        assertThat(marks.isLeftOut(ONE)).isFalse();
    }

    @Test
    void a_mark_under_a_former_id_is_replaced_and_not_kept_beside() {
        marks.see(PLACEHOLDER, NOON, Actor.CLI);
        metadata.adopt(PLACEHOLDER, ONE, Actor.SYSTEM);
        marks.see(ONE, NOON.plusSeconds(1), Actor.CLI);
        assertThat(metadata.organisation().setting("ai_review.seen").properties())
                .hasSize(1)
                .allSatisfy(it -> assertThat(it.getKey()).isEqualTo(ONE.toString()));
    }

    @Test
    void another_sessions_mark_stays_when_one_is_moved_along() {
        marks.leaveOut(TWO, true, Actor.CLI);
        marks.leaveOut(ONE, true, Actor.CLI);
        assertThat(marks.isLeftOut(TWO)).isTrue();
    }
}
