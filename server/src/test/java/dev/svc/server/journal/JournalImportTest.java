package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.journal.JournalImport.Outcome;
import dev.svc.server.journal.JournalImport.Wanted;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.event.MetadataEvent.JournalRepaired;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JournalImportTest {
    private static final Wanted SESSIONS = new Wanted(false, false);
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);

    private final MemoryJournal journal = new MemoryJournal();

    @Test
    void a_foreign_export_never_changes_settings_unasked_and_what_it_would_set_is_listed() throws IOException {
        Outcome outcome = run(export(), SESSIONS);
        assertThat(outcome.added()).isEqualTo(2);
        assertThat(outcome.left()).isEqualTo(3);
        assertThat(outcome.settings())
                .containsExactly(
                        "ai_review.enabled: true",
                        "ai_review.base_url: http://127.0.0.1:9/v1",
                        "preferences.theme: dark");
        assertThat(outcome.after().settings()).isEmpty();
        assertThat(outcome.after().prefs()).isEmpty();
        assertThat(outcome.after().marks(ONE).title()).isEqualTo("two");
    }

    @Test
    void what_is_left_out_leaves_no_gap() throws IOException {
        run(export(), SESSIONS);
        assertThat(numbers()).containsExactly(1L, 2L);
    }

    @Test
    void a_gap_in_an_export_leaves_none_either() throws IOException {
        String export = export();
        run(export.substring(export.indexOf('\n') + 1), Wanted.ALL);
        assertThat(numbers()).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void with_settings_an_empty_journal_becomes_the_same() throws IOException {
        String export = export();
        Outcome outcome = run(export, Wanted.ALL);
        assertThat(outcome.left()).isZero();
        assertThat(outcome.settings()).hasSize(3);
        assertThat(text(journal)).isEqualTo(export);
    }

    @Test
    void a_foreign_export_cannot_claim_a_gap_that_no_journal_goes_on_after() throws IOException {
        var gap = new JournalRepaired(1, Long.MAX_VALUE, "kept");
        var claimed = new Entry(Long.MAX_VALUE, new UUID(1, 1), CLOCK.instant(), Actor.CLI, null, null, gap);
        Outcome outcome = run(EntryJson.line(new Link(claimed, Hash.NONE, Hash.NONE)) + "\n" + export(), SESSIONS);
        assertThat(outcome.skipped()).isEqualTo(1);
        assertThat(numbers()).containsExactly(1L, 2L);
    }

    @Test
    void settings_that_hold_already_are_not_listed() throws IOException {
        try (var metadata = new Metadata(journal, CLOCK)) {
            metadata.changeSettings(object("{\"ai_review\":{\"enabled\":true}}"), Actor.CLI);
        }
        assertThat(run(export(), SESSIONS).settings()).noneMatch(line -> line.startsWith("ai_review.enabled"));
    }

    @Test
    void a_line_without_end_is_refused_while_it_is_read() throws IOException {
        String first = export().lines().findFirst().orElseThrow() + "\n";
        assertThatThrownBy(() -> JournalImport.run(journal, endless(first), SESSIONS, read -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("line 2: it is longer than an entry can be");
        assertThat(numbers()).containsExactly(1L);
    }

    @Test
    void lines_end_with_a_line_feed_a_carriage_return_or_both() throws IOException {
        var lines = new Lines(new StringReader("a\nb\r\nc\rd\n\n\r\ne"), 10);
        var found = new ArrayList<String>();
        for (var line = lines.next(); line.isPresent(); line = lines.next()) {
            found.add(line.get());
        }
        assertThat(found).containsExactly("a", "b", "c", "d", "", "", "e");
    }

    private List<Long> numbers() {
        var numbers = new ArrayList<Long>();
        journal.read(0, link -> numbers.add(link.entry().seq()));
        return numbers;
    }

    private static Reader endless(String start) {
        return new Reader() {
            private int at;

            @Override
            public int read(char[] target, int offset, int length) {
                for (int i = 0; i < length; i++) {
                    target[offset + i] = at < start.length() ? start.charAt(at++) : 'x';
                }
                return length;
            }

            @Override
            public void close() {}
        };
    }

    private Outcome run(String export, Wanted wanted) throws IOException {
        return JournalImport.run(journal, new StringReader(export), wanted, read -> {});
    }

    /// Two titles, and between them entries that control a service.
    private static String export() throws IOException {
        var other = new MemoryJournal();
        try (var metadata = new Metadata(other, CLOCK)) {
            metadata.rename(ONE, "one", Actor.CLI);
            metadata.changeSettings(
                    object("{\"ai_review\":{\"enabled\":true,\"base_url\":\"http://127.0.0.1:9/v1\"}}"), Actor.CLI);
            metadata.changePrefs(object("{\"theme\":\"dark\"}"), Actor.CLI);
            metadata.security(SecurityEvent.of(SecurityEvent.Kind.LOGGED_IN), Actor.CLI);
            metadata.rename(ONE, "two", Actor.CLI);
        }
        return text(other);
    }

    private static String text(MemoryJournal journal) {
        var text = new StringBuilder();
        journal.read(0, link -> {
            text.append(EntryJson.line(link)).append('\n');
            return true;
        });
        return text.toString();
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) new ObjectMapper().readTree(json);
    }
}
