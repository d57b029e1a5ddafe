package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.event.MetadataEvent.Renamed;
import dev.svc.server.metadata.fold.Organisation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventCodecTest {
    private static final byte OLD = 0;

    /// The lines of `golden-1.jsonl` were written by the first version; every later one has to read them.
    private static List<String> golden() throws IOException {
        try (var in = EventCodecTest.class.getResourceAsStream("/journal/golden-1.jsonl")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    @Test
    void the_golden_journal_of_version_one_replays() throws IOException {
        var entries = new ArrayList<Entry>();
        for (var line : golden()) {
            entries.add(EntryJson.read(line));
        }
        assertThat(entries).isEqualTo(Sample.everyKind());
        var organisation = Organisation.EMPTY;
        for (var entry : entries) {
            organisation = organisation.apply(entry);
        }
        assertThat(organisation.seq()).isEqualTo(entries.size());
        assertThat(organisation.marks(Sample.STAND_IN).title()).isEqualTo("t\u2028\ud83d\ude00");
        assertThat(organisation.projects()).hasSize(1);
        assertThat(organisation.views()).hasSize(1);
    }

    @Test
    void the_golden_journal_has_the_hashes_it_had_when_it_was_written() throws IOException {
        var prev = Hash.NONE;
        var lines = new ArrayList<String>();
        for (var entry : Sample.everyKind()) {
            var record = EntryRecord.of(entry, prev);
            lines.add(EntryJson.line(record.link()));
            prev = record.hash();
        }
        assertThat(lines).isEqualTo(golden());
    }

    @Test
    void an_event_of_an_older_version_is_raised_as_it_is_read() {
        var upcasters = new Upcasters(Map.of(OLD, EventCodecTest::named));
        var old =
                "{\"type\":\"named\",\"subject\":\"engine_1:a\",\"data\":{\"name\":\"n\"},\"before\":{},\"actor\":\"cli\"}"
                        .getBytes(StandardCharsets.UTF_8);
        var entry = new EventReader(upcasters).read(1, new UUID(0, 1), Sample.START, OLD, old, 0, old.length);
        assertThat(entry.event())
                .isInstanceOfSatisfying(
                        Renamed.class, event -> assertThat(event.title()).isEqualTo("n"));
    }

    private static ObjectNode named(ObjectNode event) {
        event.put("type", "renamed");
        var name = event.path("data").path("name").asText();
        event.putObject("data").put("title", name);
        return reordered(event);
    }

    /// The reader relies on the type being the first field, as it always was.
    private static ObjectNode reordered(ObjectNode event) {
        var first = event.objectNode();
        first.set("type", event.get("type"));
        first.setAll(event);
        return first;
    }

    @Test
    void an_event_of_a_newer_version_is_refused_with_what_to_do() {
        var json = "{}".getBytes(StandardCharsets.UTF_8);
        var reader = new EventReader(Upcasters.NONE);
        byte newer = EntryRecord.VERSION + 1;
        assertThatThrownBy(() -> reader.read(1, new UUID(0, 1), Sample.START, newer, json, 0, 2))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("update svc");
    }

    @Test
    void a_line_that_is_no_entry_says_so() {
        assertThatThrownBy(() -> EntryJson.read("nonsense")).hasMessage("it is no JSON");
        assertThatThrownBy(() -> EntryJson.read("[]")).hasMessage("it is no JSON object");
        assertThatThrownBy(() -> EntryJson.read("{}")).hasMessage("it is no entry of a journal");
        assertThatThrownBy(() -> EntryJson.read(golden().getFirst().replace("renamed", "renamedd")))
                .hasMessage("it is no entry of a journal");
    }
}
