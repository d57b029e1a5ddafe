package dev.svc.server.wiring.snooze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WakingTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");

    private final Refusing journal = new Refusing();
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

    /// A journal that refuses the next few entries, like one on a full disk.
    private static final class Refusing implements Journal {
        private final MemoryJournal journal = new MemoryJournal();
        private final AtomicInteger refusals = new AtomicInteger();

        @Override
        public void append(List<Entry> entries, Organisation after) {
            if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new JournalUnavailableException("The disk is full.");
            }
            journal.append(entries, after);
        }

        @Override
        public Head head() {
            return journal.head();
        }

        @Override
        public void read(long after, Predicate<Link> each) {
            journal.read(after, each);
        }

        @Override
        public Organisation asOf(long seq) {
            return journal.asOf(seq);
        }

        @Override
        public long seqAt(Instant time) {
            return journal.seqAt(time);
        }

        @Override
        public void close() {
            journal.close();
        }
    }
}
