package dev.svc.server.sidecar;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/// The preferences as a JSON file of their own, for other programs. It is never read back: the journal has them.
final class PrefsFile {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path file;

    PrefsFile(Path file) {
        this.file = file;
    }

    /// Leaves an up-to-date file alone, so that a change of a title does not touch it.
    void keepUp(Organisation organisation) throws IOException {
        if (!says(organisation)) {
            AtomicFile.write(file, content(organisation));
        }
    }

    boolean says(Organisation organisation) throws IOException {
        try {
            return Arrays.equals(Files.readAllBytes(file), content(organisation));
        } catch (NoSuchFileException missing) {
            return false;
        }
    }

    private static byte[] content(Organisation organisation) throws JsonProcessingException {
        var all = MAPPER.createObjectNode().put("schema", SidecarFile.SCHEMA);
        all.set("data", organisation.prefs());
        return MAPPER.writeValueAsBytes(all);
    }
}
