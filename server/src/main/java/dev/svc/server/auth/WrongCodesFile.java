package dev.svc.server.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.server.auth.WrongCodes.Alarm;
import dev.svc.server.auth.WrongCodes.State;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;

/// The wrong codes on disk, beside the two-factor file, so that a restart does not reset the count.
///
/// An unreadable file may have held anything: then each code waits for its minute, recovery codes excepted.
final class WrongCodesFile {
    private static final Logger LOG = System.getLogger(WrongCodesFile.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LARGEST = 16 << 10;

    private final Path path;

    private WrongCodesFile(Path path) {
        this.path = path;
    }

    static WrongCodesFile beside(Path twoFactorFile) {
        String name = String.valueOf(twoFactorFile.getFileName()).replaceFirst("\\.json$", "");
        return new WrongCodesFile(twoFactorFile.resolveSibling(name + "-wrong-codes.json"));
    }

    State read(Instant now) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return State.NONE;
        }
        try {
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) || Files.size(path) > LARGEST) {
                throw new IOException("it is not what svc writes");
            }
            return parsed(JSON.readTree(Files.readAllBytes(path)), now);
        } catch (IOException | DateTimeException e) {
            LOG.log(
                    Level.WARNING,
                    "{0} cannot be read, so only one code a minute is checked for a day: {1}",
                    path,
                    e.getMessage());
            return State.unknown(now);
        }
    }

    void write(State state) throws IOException {
        var root = JSON.createObjectNode().put("schema", 1);
        state.charged().forEach(at -> root.withArray("charged").add(at.toString()));
        root.putObject("row")
                .put("count", state.row().count())
                .put("since", state.row().since().toString());
        AtomicFile.write(path, JSON.writeValueAsBytes(root));
    }

    /// A time in the future was written under another clock and counts as now.
    private static State parsed(JsonNode root, Instant now) throws IOException {
        JsonNode row = root.path("row");
        if (root.path("schema").asInt() != 1
                || !row.path("count").canConvertToLong()
                || row.path("count").asLong() < 0) {
            throw new IOException("it is not what svc writes");
        }
        var charged = new ArrayList<Instant>();
        for (JsonNode at : root.path("charged")) {
            charged.add(earlier(Instant.parse(at.asText()), now));
        }
        Instant since = earlier(Instant.parse(row.path("since").asText()), now);
        return new State(charged, new Alarm(row.path("count").asLong(), since));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
