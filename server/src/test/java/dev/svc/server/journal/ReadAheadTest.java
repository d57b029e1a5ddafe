package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.journal.check.Waypoint;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Records;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Hash;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
    private static final long MANY = 5_000;
    private static final EventReader READER = new EventReader(Upcasters.NONE);

    private final CountDownLatch left = new CountDownLatch(1);

    /// Entries 1 to 5,000 with nothing ahead of each, then what `end` does.
    private Records records(IOException end) {
        return (after, until, visitor) -> {
            try {
                for (long seq = after + 1; seq <= Math.min(until, MANY); seq++) {
                    var bytes = EntryRecord.of(Sample.entry(seq), Hash.NONE).bytes();
                    if (!visitor.record(bytes, 0, bytes.length, 0)) {
                        return;
                    }
                }
                if (until > MANY) {
                    throw end;
                }
            } finally {
                left.countDown();
            }
        };
    }

    private Records records() {
        return records(new IOException("beyond the end"));
    }

    @Test
    void every_entry_comes_once_and_in_its_order() {
        var seen = new ArrayList<Entry>();
        try (var entries = new ReadAhead(records(), READER, 10, MANY)) {
            for (var next = entries.next(); next != null; next = entries.next()) {
                seen.add(next.entry());
            }
            assertThat(entries.next()).isNull();
        }
        assertThat(seen).isEqualTo(Sample.entries(11, MANY));
    }

    @Test
    void the_first_entry_and_those_a_snapshot_may_be_kept_of_carry_their_hash() {
        try (var entries = new ReadAhead(records(), READER, 10, MANY)) {
            for (var next = entries.next(); next != null; next = entries.next()) {
                long seq = next.entry().seq();
                var hash = EntryRecord.of(next.entry(), Hash.NONE).hash();
                assertThat(next.hash()).isEqualTo(seq == 11 || seq % Waypoint.EVERY == 0 ? hash : null);
            }
        }
    }

    @Test
    void what_went_wrong_while_reading_is_told_to_who_waits_for_it() {
        try (var entries = new ReadAhead(records(new IOException("no such sector")), READER, MANY - 1, MANY + 1)) {
            assertThatThrownBy(entries::next)
                    .isInstanceOf(JournalUnavailableException.class)
                    .hasMessageContaining("no such sector");
        }
    }

    @Test
    void who_leaves_early_leaves_no_reading_behind() throws InterruptedException {
        try (var entries = new ReadAhead(records(), READER, 0, MANY)) {
            assertThat(Objects.requireNonNull(entries.next()).entry().seq()).isEqualTo(1);
        }
        Waiting.countedDown(left);
    }
}
