package dev.svc.server.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/// What a backup declares about itself, in its entry `backup.json`.
///
/// @param seq the last entry of its journal
/// @param hash of that entry, which stands for all of them
/// @param version of the svc that made it
record Contents(long seq, String hash, Instant at, String version, boolean uploads, boolean secrets) {
    static final String CONTENTS = "backup.json";
    static final String JOURNAL = "journal.jsonl";
    static final String SIDECAR = "metadata.json";
    static final String PREFS = "prefs.json";
    static final String ENV = "env";
    static final String TWO_FACTOR = "2fa.json";
    static final String UPLOADS = "uploads/";

    private static final int FORMAT = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    byte[] json() throws IOException {
        var all = MAPPER.createObjectNode()
                .put("format", FORMAT)
                .put("made", at.toString())
                .put("version", version)
                .put("seq", seq)
                .put("hash", hash)
                .put("uploads", uploads)
                .put("secrets", secrets);
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(all);
    }

    /// @throws IOException when it is not what a backup says
    static Contents read(byte[] json) throws IOException {
        JsonNode all;
        try {
            all = MAPPER.readTree(json);
        } catch (JsonProcessingException broken) {
            throw new IOException("it is no backup of svc", broken);
        }
        if (!all.path("hash").isTextual() || !all.path("seq").isIntegralNumber()) {
            throw new IOException("it is no backup of svc");
        }
        if (all.path("format").asInt() != FORMAT) {
            throw new IOException("its format is %s and this svc knows %d: restore it with a newer svc"
                    .formatted(all.path("format").asText(), FORMAT));
        }
        try {
            return new Contents(
                    all.path("seq").asLong(),
                    all.path("hash").asText(),
                    Instant.parse(all.path("made").asText()),
                    all.path("version").asText(),
                    all.path("uploads").asBoolean(),
                    all.path("secrets").asBoolean());
        } catch (DateTimeParseException none) {
            throw new IOException("it is no backup of svc", none);
        }
    }
}
