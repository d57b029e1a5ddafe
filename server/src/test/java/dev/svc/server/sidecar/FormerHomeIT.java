package dev.svc.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A home that a version before 1.0 wrote: journal and sidecar are kept as they came from its disk. What is stored once
/// is readable for ever.
class FormerHomeIT {
    private static final int ENTRIES = 54;
    private static final String RENAMED = "engine_1:f0cbd73e-f61a-3717-b1e0-1139e8ff3b27";

    @TempDir
    private Path home;

    @BeforeEach
    void unpack() throws IOException {
        try (var zip = new ZipInputStream(FormerHomeIT.class.getResourceAsStream("/homes/before-1.0.zip"))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                var file = home.resolve(entry.getName());
                Files.createDirectories(file.resolveSibling(""));
                Files.copy(zip, file);
            }
        }
    }

    @Test
    void its_journal_is_sound_to_the_last_entry() throws IOException {
        try (var journal = StoredJournal.verify(home.resolve("journal"))) {
            assertThat(journal.damage()).isEmpty();
            assertThat(journal.head().seq()).isEqualTo(ENTRIES);
        }
    }

    @Test
    void its_sidecar_says_what_the_journal_says() throws IOException {
        try (var journal = StoredJournal.open(home.resolve("journal"))) {
            var content = new SidecarFile(home.resolve("metadata.json")).read();
            assertThat(content.at()).isEqualTo(journal.head());
            assertThat(content.organisation().holdsTheSameAs(journal.asOf(Long.MAX_VALUE)))
                    .isTrue();
        }
    }

    @Test
    void opening_it_changes_no_byte_of_sidecar_and_closed_weeks() throws Exception {
        var before = lasting();
        try (var journal = ChronicleJournal.open(home.resolve("journal"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC());
                var sidecar = Sidecar.start(
                        home.resolve("metadata.json"), home.resolve("prefs.json"), metadata, Clock.systemUTC())) {
            assertThat(sidecar.notice()).isEmpty();
            assertThat(metadata.organisation()
                            .marks(SessionId.find(RENAMED).orElseThrow())
                            .title())
                    .isEqualTo("Über 日本 🦊 renamed");
        }
        assertThat(lasting()).isEqualTo(before);
    }

    @Test
    void it_goes_on_where_the_former_version_stopped() throws Exception {
        try (var journal = ChronicleJournal.open(home.resolve("journal"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC())) {
            metadata.favourite(SessionId.find(RENAMED).orElseThrow(), Actor.CLI);
        }
        try (var journal = StoredJournal.verify(home.resolve("journal"))) {
            assertThat(journal.damage()).isEmpty();
            assertThat(journal.head().seq()).isEqualTo(ENTRIES + 1);
        }
    }

    /// The weeks before the last one are never written to again; the last one and the files beside it are in use.
    private Map<String, Integer> lasting() throws IOException {
        var found = new TreeMap<String, Integer>();
        try (var weeks = Files.newDirectoryStream(home.resolve("journal/current"), "*.cq4")) {
            for (var week : weeks) {
                found.put(week.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(week)));
            }
        }
        found.pollLastEntry();
        found.put("metadata.json", Arrays.hashCode(Files.readAllBytes(home.resolve("metadata.json"))));
        return found;
    }
}
