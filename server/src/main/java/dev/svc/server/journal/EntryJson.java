package dev.svc.server.journal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.EventWriter;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.event.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.UUID;

/// An entry as one JSON object: in answers, on the command line, and a line each in an export.
public final class EntryJson {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private EntryJson() {}

    /// Writes `{seq, id, at, v, type, subject, category?, data, before, actor, origin?, batch?, undoes?, prev_hash,
    /// hash}`.
    public static void write(Link link, JsonGenerator out) throws IOException {
        var entry = link.entry();
        out.writeStartObject();
        out.writeNumberField("seq", entry.seq());
        out.writeStringField("id", entry.id().toString());
        out.writeStringField("at", TIME.format(entry.at()));
        out.writeNumberField("v", EntryRecord.VERSION);
        EventWriter.writeFields(entry, out);
        out.writeStringField("prev_hash", link.prev().toString());
        out.writeStringField("hash", link.hash().toString());
        out.writeEndObject();
    }

    /// One line, without its end.
    public static String line(Link link) {
        var bytes = new ByteArrayOutputStream(512);
        try (var out = MAPPER.createGenerator(bytes)) {
            write(link, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// The word for what happened, for `type`.
    public static String type(Entry entry) {
        return EventWriter.type(entry.event());
    }

    /// Who or what it happened to, for `subject`.
    public static String subject(Entry entry) {
        return EventWriter.subject(entry.event());
    }

    /// Reads a line of an export, whatever the order of its fields.
    ///
    /// @throws IOException with a sentence when it is not an entry
    public static Entry read(String line) throws IOException {
        try {
            if (!(MAPPER.readTree(line) instanceof ObjectNode fields)) {
                throw new IOException("it is no JSON object");
            }
            return read(fields);
        } catch (com.fasterxml.jackson.core.JsonProcessingException broken) {
            throw new IOException("it is no JSON", broken);
        } catch (UncheckedIOException | IllegalArgumentException | DateTimeParseException broken) {
            throw new IOException("it is no entry of a journal", broken);
        }
    }

    private static Entry read(ObjectNode fields) throws IOException {
        long seq = fields.path("seq").asLong();
        var id = UUID.fromString(fields.path("id").asText());
        var at = Instant.parse(fields.path("at").asText());
        byte version = (byte) fields.path("v").asInt(EntryRecord.VERSION);
        var ordered = MAPPER.createObjectNode();
        for (var name : new String[] {"type", "subject", "category"}) {
            if (fields.has(name)) {
                ordered.set(name, fields.get(name));
            }
        }
        ordered.setAll(fields);
        var event = MAPPER.writeValueAsBytes(ordered);
        return new EventReader(Upcasters.NONE).read(seq, id, at, version, event, 0, event.length);
    }
}
