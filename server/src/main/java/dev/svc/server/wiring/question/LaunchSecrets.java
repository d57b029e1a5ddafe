package dev.svc.server.wiring.question;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Keeps how a running program is reached, beside the records of what runs: the next server needs it. Its owner alone
/// can read it.
final class LaunchSecrets {
    private final ObjectMapper json = new ObjectMapper();
    private final Path folder;

    LaunchSecrets(Path runtimeFolder) {
        this.folder = runtimeFolder.resolve("ask");
    }

    /// How one program is reached.
    ///
    /// @param line the handle of a line, or the token of a hook
    record Secret(boolean line, String value) {}

    /// @param name of the launch
    void keep(String name, Secret secret) throws IOException {
        OwnerOnly.closed(folder);
        AtomicFile.write(folder.resolve(name + ".json"), json.writeValueAsBytes(secret));
    }

    /// Keeps what the program itself reads, and returns where.
    Path keepFor(String name, String content) throws IOException {
        OwnerOnly.closed(folder);
        var file = folder.resolve(name + ".settings.json");
        AtomicFile.write(file, content.getBytes(UTF_8));
        return file;
    }

    /// Empty when nothing was kept, or nothing that can be read.
    Optional<Secret> find(String name) {
        try {
            return Optional.of(json.readValue(Files.readAllBytes(folder.resolve(name + ".json")), Secret.class));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    void forget(String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name + ".json"));
        Files.deleteIfExists(folder.resolve(name + ".settings.json"));
    }
}
