package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The contract of every journal.
abstract class JournalContract {
    private Journal journal = new MemoryJournal();

    abstract Journal open() throws IOException;

    @BeforeEach
    void openIt() throws IOException {
        journal = open();
    }

    @AfterEach
    void closeIt() {
        journal.close();
    }

    @Test
    void an_empty_journal_has_no_head_and_no_past() {
        assertThat(journal.head()).isEqualTo(Head.NONE);
        assertThat(journal.asOf(5).seq()).isZero();
        assertThat(links(0)).isEmpty();
        assertThat(journal.seqAt(Sample.START)).isZero();
    }

    @Test
    void entries_come_back_as_they_were_given_in_their_order() {
        var entries = Sample.everyKind();
        Sample.append(journal, entries);
        assertThat(links(0)).extracting(Link::entry).isEqualTo(entries);
        assertThat(links(7)).extracting(Link::entry).isEqualTo(entries.subList(7, entries.size()));
    }

    @Test
    void each_entry_carries_the_hash_of_the_one_ahead() {
        Sample.append(journal, Sample.entries(1, 20));
        var prev = Head.NONE.hash();
        for (var link : links(0)) {
            assertThat(link.prev()).isEqualTo(prev);
            prev = link.hash();
        }
        assertThat(journal.head()).isEqualTo(new Head(20, prev));
    }

    @Test
    void any_moment_can_be_seen_again_by_number_and_by_time() {
        var entries = Sample.entries(1, 50);
        Sample.append(journal, entries);
        var organisation = Organisation.EMPTY;
        for (var entry : entries) {
            organisation = organisation.apply(entry);
            assertThat(journal.asOf(entry.seq()).holdsTheSameAs(organisation)).isTrue();
            assertThat(journal.asOf(entry.seq()).seq()).isEqualTo(entry.seq());
            assertThat(journal.seqAt(entry.at())).isEqualTo(entry.seq());
            assertThat(journal.seqAt(entry.at().minusMillis(1))).isEqualTo(entry.seq() - 1);
        }
        assertThat(journal.asOf(Long.MAX_VALUE).seq()).isEqualTo(50);
    }

    @Test
    void a_reader_stops_when_it_has_enough() {
        Sample.append(journal, Sample.entries(1, 20));
        var seen = new ArrayList<Entry>();
        journal.read(3, link -> {
            seen.add(link.entry());
            return seen.size() < 2;
        });
        assertThat(seen).extracting(Entry::seq).containsExactly(4L, 5L);
    }

    private List<Link> links(long after) {
        var links = new ArrayList<Link>();
        journal.read(after, links::add);
        return links;
    }
}
