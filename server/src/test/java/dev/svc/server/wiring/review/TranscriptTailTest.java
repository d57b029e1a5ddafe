package dev.svc.server.wiring.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TranscriptTailTest {
    private static final Caps NONE = new Caps(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final FakeTurns log = new FakeTurns().say(9);
    private final TextWorkers workers = Unhurried.workers();

    @AfterEach
    void end() {
        workers.close();
    }

    private TranscriptTail tail(Function<SessionId, Turns> logs) {
        return new TranscriptTail(
                new Transcript(logs, new ReadingLimits(NONE, 2_000, Long.MAX_VALUE, 50, NONE), workers));
    }

    @Test
    void a_review_reads_the_end_of_a_conversation_up_to_its_bound() {
        assertThat(tail(_ -> log).of(FakeTurns.SESSION, 20))
                .hasSize(20)
                .contains("number 8")
                .doesNotContain("number 7");
    }

    @Test
    void a_short_conversation_is_read_whole() {
        assertThat(tail(_ -> log).of(FakeTurns.SESSION, 100_000)).contains("number 0", "number 8");
    }

    @Test
    void a_session_without_a_conversation_has_an_empty_end() {
        log.absent = true;
        assertThat(tail(_ -> log).of(FakeTurns.SESSION, 20)).isEmpty();
    }

    /// The review shows the failure with the session; an empty tail would be reviewed as if nothing had been said.
    @Test
    void a_conversation_that_cannot_be_read_is_a_failure_and_not_an_empty_end() {
        assertThatThrownBy(() -> tail(_ -> new Unreadable()).of(FakeTurns.SESSION, 20))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the disk is broken");
    }

    private static final class Unreadable implements Turns {
        @Override
        public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
            throw new IOException("the disk is broken");
        }

        @Override
        public List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) throws IOException {
            throw new IOException("the disk is broken");
        }
    }
}
