package dev.svc.server.wiring.snooze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.journal.RefusingJournal;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WakingTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");

    private final RefusingJournal journal = new RefusingJournal();
    private final Metadata metadata = new Metadata(journal, Clock.systemUTC());
    private final Waking waking = new Waking(metadata, Clock.systemUTC(), Duration.ofMillis(1));

    @AfterEach
    void close() {
        waking.close();
        metadata.close();
    }

    private @Nullable Snooze snooze() {
        return metadata.organisation().marks(ONE).snooze();
    }

    @Test
    void a_snoozed_session_that_needs_somebody_comes_back() {
        metadata.snooze(ONE, null, Actor.CLI);
        waking.needed(ONE);
        Waiting.until(() -> snooze() == null);
    }

    @Test
    void a_session_that_is_not_snoozed_gets_no_entry() {
        waking.needed(ONE);
        waking.close();
        assertThat(journal.head()).isEqualTo(Journal.Head.NONE);
    }

    @Test
    void a_session_comes_back_once_the_journal_takes_entries_again() {
        metadata.snooze(ONE, null, Actor.CLI);
        journal.refusals.set(3);
        waking.needed(ONE);
        Waiting.until(() -> snooze() == null);
        assertThat(journal.refusals).hasValue(0);
    }
}
