package dev.svc.shared.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.shared.config.Home;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/// The file `<data>/live.json`, readable by its owner only, who may read the sessions themselves anyway.
public final class LiveFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MOST_BYTES = 1 << 20;

    private final Path file;

    private LiveFile(Path file) {
        this.file = file;
    }

    public static LiveFile of(Home home) {
        return new LiveFile(home.data().resolve("live.json"));
    }

    public void write(Live live) throws IOException {
        var root = JSON.createObjectNode();
        var sessions = root.putArray("sessions");
        live.sessions().forEach(session -> put(sessions.addObject(), session));
        var entries = root.putArray("entries");
        live.entries().forEach(entry -> put(entries.addObject(), entry));
        if (!live.fleet().isEmpty()) {
            put(root.putObject("fleet"), live.fleet());
        }
        AtomicFile.write(file, JSON.writeValueAsBytes(root));
    }

    private static void put(ObjectNode fields, LiveSession session) {
        var outside = session.outside();
        if (outside != null) {
            fields.putObject("outside")
                    .put("words", outside.words())
                    .put("where", outside.where())
                    .put("place", outside.place())
                    .put("join", outside.join())
                    .put("sure", outside.sure())
                    .put("joined", outside.joined());
        }
        fields.put("id", session.id())
                .put("title", session.title())
                .put("place", session.place())
                .put("status", session.status().name().toLowerCase(Locale.ROOT))
                .put("since", session.since().toString())
                .put("question", session.question());
    }

    private static void put(ObjectNode fields, LiveFleet fleet) {
        var hosts = fields.put("trouble", fleet.trouble()).putArray("hosts");
        for (var host : fleet.hosts()) {
            var one = hosts.addObject().put("name", host.name()).put("online", host.online());
            if (host.lastSeen() != null) {
                one.put("last_seen", host.lastSeen().toString());
            }
        }
    }

    private static void put(ObjectNode fields, Entry entry) {
        fields.put("seq", entry.seq())
                .put("at", entry.at().toString())
                .put("type", entry.type())
                .put("subject", entry.subject())
                .put("actor", entry.actor());
    }

    /// [Live#NONE] when there is no readable one.
    public Live read() {
        try {
            if (Files.size(file) > MOST_BYTES) {
                return Live.NONE;
            }
            JsonNode root = JSON.readTree(Files.readAllBytes(file));
            return new Live(
                    list(root.path("sessions"), LiveFile::session),
                    list(root.path("entries"), LiveFile::entry),
                    fleet(root.path("fleet")));
        } catch (IOException | RuntimeException noneOrDamaged) {
            return Live.NONE;
        }
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> each) {
        return StreamSupport.stream(array.spliterator(), false).map(each).toList();
    }

    private static LiveSession session(JsonNode fields) {
        return new LiveSession(
                fields.path("id").asText(),
                fields.path("title").asText(),
                fields.path("place").asText(),
                LiveSession.Status.valueOf(fields.path("status").asText().toUpperCase(Locale.ROOT)),
                Instant.parse(fields.path("since").asText()),
                fields.path("question").asText(),
                fields.has("outside") ? outside(fields.path("outside")) : null);
    }

    private static LiveSession.Outside outside(JsonNode fields) {
        return new LiveSession.Outside(
                fields.path("words").asText(),
                fields.path("where").asText(),
                fields.path("place").asText(),
                fields.path("join").asBoolean(),
                fields.path("sure").asBoolean(),
                fields.path("joined").asBoolean());
    }

    private static LiveFleet fleet(JsonNode fields) {
        return new LiveFleet(
                list(fields.path("hosts"), LiveFile::host),
                fields.path("trouble").asText());
    }

    private static LiveFleet.LiveHost host(JsonNode fields) {
        return new LiveFleet.LiveHost(
                fields.path("name").asText(),
                fields.path("online").asBoolean(),
                fields.has("last_seen") ? Instant.parse(fields.path("last_seen").asText()) : null);
    }

    private static Entry entry(JsonNode fields) {
        return new Entry(
                fields.path("seq").asLong(),
                Instant.parse(fields.path("at").asText()),
                fields.path("type").asText(),
                fields.path("subject").asText(),
                fields.path("actor").asText());
    }
}
