package dev.svc.server.vault.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/// What a bundle says of itself.
///
/// @param made when
/// @param version of the svc that made it
/// @param key the number of the key that its copies are sealed with; 0 where everybody can read them
public record BundleContents(Instant made, String version, int key) {
    /// The name of it in the archive.
    static final String NAME = "bundle.json";

    /// More than it ever has.
    static final int LONGEST = 64 << 10;

    private static final String KIND = "svc-vault";
    private static final int FORM = 1;
    private static final JsonMapper MAPPER = new JsonMapper();

    byte[] json() throws IOException {
        var all = MAPPER.createObjectNode()
                .put("kind", KIND)
                .put("form", FORM)
                .put("made", made.toString())
                .put("version", version)
                .put("key", key);
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(all);
    }

    /// @throws BundleException when it is of something else, or of a newer release
    static BundleContents read(byte[] json) throws IOException {
        try {
            var all = MAPPER.readTree(json);
            if (!all.path("kind").asText().equals(KIND)) {
                throw new BundleException("what it says of itself is not what  svc vault export  writes");
            }
            if (all.path("form").asInt() != FORM) {
                throw new BundleException("it has form %s and this release knows form %d: a newer svc made it"
                        .formatted(all.path("form").asInt(), FORM));
            }
            return new BundleContents(
                    Instant.parse(all.path("made").asText()),
                    all.path("version").asText(),
                    all.path("key").asInt());
        } catch (JsonProcessingException | DateTimeException odd) {
            throw new BundleException("what it says of itself cannot be read");
        }
    }
}
