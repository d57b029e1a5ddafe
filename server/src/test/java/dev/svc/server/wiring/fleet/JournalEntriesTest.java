package dev.svc.server.wiring.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.fleet.copy.CopyMark;
import dev.svc.server.fleet.copy.OwnJournal.OwnEntry;
import dev.svc.server.journal.JournalImport;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.io.StringReader;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalEntriesTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);
    private static final Actor ADA = Actor.admin("login-of-ada", "192.0.2.7");

    private final MemoryJournal journal = new MemoryJournal();
    private final JournalEntries entries = new JournalEntries(journal::head, journal::read);

    @BeforeEach
    void a_host_that_is_organised() throws Exception {
        try (var metadata = new Metadata(journal, CLOCK)) {
            metadata.security(
                    new SecurityEvent(SecurityEvent.Kind.LOGGED_IN, Map.of("address", "192.0.2.7")), Actor.CLI);
            metadata.rename(ONE, "Mend the upload", ADA);
            metadata.changeSettings(
                    new ObjectMapper().createObjectNode().put("base_url", "http://secret.example"), ADA);
            metadata.favourite(ONE, ADA);
            metadata.changePrefs(new ObjectMapper().createObjectNode().put("theme", "dark"), ADA);
            metadata.createProject("Shop", null, List.of("/home/ada/shop"), List.of(ONE), ADA);
            metadata.archive(List.of(TWO), ADA);
            metadata.createView("Mine", "sort=title", ADA);
        }
    }

    private List<OwnEntry> after(long entry) {
        var all = new ArrayList<OwnEntry>();
        entries.read(entry, all::add);
        return all;
    }

    private String lines() {
        var lines = new StringBuilder();
        for (var entry : after(0)) {
            if (entry.line() != null) {
                lines.append(entry.line()).append('\n');
            }
        }
        return lines.toString();
    }

    @Test
    void what_people_made_of_their_sessions_is_copied_and_nothing_of_settings_logins_and_addresses() {
        assertThat(lines())
                .contains("Mend the upload", "Shop", "sort=title", "admin")
                .doesNotContain("secret.example", "dark", "192.0.2.7", "login-of-ada", "logged_in");
        assertThat(after(0)).hasSize((int) journal.head().seq());
    }

    @Test
    void a_host_has_all_of_its_own_lines_by_their_ids() throws IOException {
        var outcome =
                JournalImport.run(journal, new StringReader(lines()), new JournalImport.Wanted(false, false), _ -> {});
        assertThat(outcome.added()).isZero();
        assertThat(outcome.known()).isPositive();
        assertThat(after(0))
                .allSatisfy(it -> assertThat(String.valueOf(it.line())).containsAnyOf(it.id(), "null"));
    }

    @Test
    void of_these_lines_an_empty_host_becomes_organised_as_this_one_is() throws IOException {
        var fresh = new MemoryJournal();
        var outcome =
                JournalImport.run(fresh, new StringReader(lines()), new JournalImport.Wanted(false, false), _ -> {});
        assertThat(outcome.skipped()).isZero();
        var here = journal.asOf(Long.MAX_VALUE);
        var there = fresh.asOf(Long.MAX_VALUE);
        assertThat(there.marks(ONE)).isEqualTo(here.marks(ONE));
        assertThat(there.marks(TWO)).isEqualTo(here.marks(TWO));
        assertThat(there.projects()).containsExactlyElementsOf(here.projects());
        assertThat(there.views()).containsExactlyElementsOf(here.views());
    }

    @Test
    void a_mark_is_that_of_the_journal() {
        var head = journal.head();
        assertThat(entries.head())
                .isEqualTo(new CopyMark(head.seq(), head.hash().toString()));
        assertThat(entries.hash(head.seq())).contains(head.hash().toString());
        assertThat(entries.hash(head.seq() + 1)).isEmpty();
        assertThat(entries.hash(0)).contains("");
        assertThat(after(head.seq() - 1))
                .singleElement()
                .satisfies(it -> assertThat(it.mark()).isEqualTo(entries.head()));
        assertThat(new JournalEntries(new MemoryJournal()::head, new MemoryJournal()::read).head())
                .isEqualTo(CopyMark.NONE);
    }
}
