package dev.svc.server.outside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.SessionId;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// What ran outside, in a file, so that it can be said once the host has gone down. Used by one thread at a time.
public final class LastSeen {
    private static final Logger LOG = Logger.getLogger(LastSeen.class.getName());
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MOST_BYTES = 1 << 20;
    private static final int MOST = 500;

    /// A host that goes down ends the programs a moment before it ends the service, which sees them leave.
    private static final Duration TOGETHER = Duration.ofSeconds(10);

    private final Path file;
    private final Optional<String> host;
    private final InstantSource clock;
    private final Map<SessionId, Left> left = new HashMap<>();
    private Map<SessionId, Ran> seen = Map.of();
    private Optional<Map<SessionId, Ran>> written = Optional.empty();

    /// A program that ran.
    ///
    /// @param folder in which it worked; empty where that could not be seen
    /// @param place its name there; null where it had none
    public record Ran(
            SessionId session,
            String folder,
            Instant startedAt,
            Where where,
            @Nullable String place,
            boolean sure) {}

    private record Left(Ran ran, Instant at) {}

    /// @param host names the present run of the host; where that is not known, nothing is kept
    public LastSeen(Path file, Optional<String> host, InstantSource clock) {
        this.file = file;
        this.host = host;
        this.clock = clock;
    }

    /// Hands over what ran in an earlier run of the host, once.
    public void handOver(Consumer<Ran> heir) {
        if (host.isEmpty() || !Files.exists(file)) {
            return;
        }
        try {
            var root = Files.size(file) > MOST_BYTES ? JSON.missingNode() : JSON.readTree(Files.readAllBytes(file));
            if (host.get().equals(root.path("host").asText())) {
                return;
            }
            for (var one : root.path("ran")) {
                ran(one).ifPresent(heir);
            }
        } catch (IOException | RuntimeException damaged) {
            LOG.log(Level.WARNING, damaged, () -> "what ran outside svc before the host went down is not known");
        }
        write(Map.of());
    }

    /// Each look ends with this.
    ///
    /// @param isChanged whether something was seen that is not as it was at the look before
    public void looked(Collection<OutsideProgram> programs, boolean isChanged) {
        var now = clock.instant();
        boolean isOver = left.values().removeIf(it -> !it.at().plus(TOGETHER).isAfter(now));
        if (host.isEmpty() || !(isChanged || isOver || written.isEmpty())) {
            return;
        }
        var runs = new TreeMap<SessionId, Ran>();
        programs.stream().map(LastSeen::ran).limit(MOST).forEach(it -> runs.put(it.session(), it));
        seen.forEach((session, ran) -> left.putIfAbsent(session, new Left(ran, now)));
        left.keySet().removeAll(runs.keySet());
        seen = Map.copyOf(runs);
        left.forEach((session, it) -> runs.put(session, it.ran()));
        if (!Optional.of(runs).equals(written)) {
            write(runs);
        }
    }

    private static Ran ran(OutsideProgram program) {
        var elsewhere = program.elsewhere();
        return new Ran(
                program.session(),
                program.shown().folder(),
                program.process().startedAt(),
                elsewhere.where(),
                elsewhere.place(),
                elsewhere.sure());
    }

    private static Optional<Ran> ran(JsonNode fields) {
        return SessionId.find(fields.path("session").asText())
                .map(session -> new Ran(
                        session,
                        fields.path("folder").asText(),
                        Instant.parse(fields.path("started").asText()),
                        Where.valueOf(fields.path("where").asText().toUpperCase(Locale.ROOT)),
                        fields.hasNonNull("place") ? fields.path("place").asText() : null,
                        fields.path("sure").asBoolean()));
    }

    private void write(Map<SessionId, Ran> all) {
        var root = JSON.createObjectNode().put("host", host.orElse(""));
        var ran = root.putArray("ran");
        for (var it : all.values()) {
            ran.addObject()
                    .put("session", it.session().toString())
                    .put("folder", it.folder())
                    .put("started", it.startedAt().toString())
                    .put("where", it.where().name().toLowerCase(Locale.ROOT))
                    .put("place", it.place())
                    .put("sure", it.sure());
        }
        try {
            AtomicFile.write(file, JSON.writeValueAsBytes(root));
            written = Optional.of(Map.copyOf(all));
        } catch (IOException failed) {
            LOG.log(Level.FINE, failed, () -> "what runs outside svc could not be written down");
        }
    }
}
