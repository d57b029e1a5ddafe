package dev.svc.server.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The devices on the disk, in a file that only its owner can read.
final class DevicesFile {
    private static final Logger LOG = Logger.getLogger(DevicesFile.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_BYTES = 1 << 20;

    private final Path path;
    private final PushServices services;

    DevicesFile(Path path, PushServices services) {
        this.path = path;
        this.services = services;
    }

    /// What cannot be read is left out: a browser that is missing asks to be added again.
    List<PushDevice> read() {
        var devices = new ArrayList<PushDevice>();
        try {
            if (Files.exists(path) && Files.size(path) <= MOST_BYTES) {
                JSON.readTree(Files.readAllBytes(path))
                        .path("devices")
                        .forEach(node -> find(node).ifPresent(devices::add));
            }
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException broken) {
            LOG.log(
                    Level.WARNING,
                    () -> "the devices that are told of questions cannot be read: add them again (%s)"
                            .formatted(broken.getClass().getSimpleName()));
        }
        return devices;
    }

    private Optional<PushDevice> find(JsonNode node) {
        try {
            var address = PushAddress.of(
                    node.path("endpoint").asText(),
                    node.path("p256dh").asText(),
                    node.path("auth").asText(),
                    services);
            return Optional.of(new PushDevice(
                    node.path("id").asText(),
                    PushDevice.name(node.path("name").asText()),
                    address,
                    Instant.parse(node.path("created_at").asText()),
                    node.path("last_used_at").isTextual()
                            ? Instant.parse(node.path("last_used_at").asText())
                            : null,
                    quiet(node.path("quiet")),
                    node.path("hide_content").asBoolean(true)));
        } catch (UnfitPushException | DateTimeException broken) {
            return Optional.empty();
        }
    }

    private static @Nullable QuietHours quiet(JsonNode node) {
        int from = node.path("from").asInt(-1);
        int to = node.path("to").asInt(-1);
        return QuietHours.areFit(from, to) ? new QuietHours(from, to) : null;
    }

    void write(Collection<PushDevice> devices) throws IOException {
        var root = JSON.createObjectNode().put("schema", 1);
        var list = root.putArray("devices");
        devices.forEach(device -> write(device, list.addObject()));
        AtomicFile.write(path, JSON.writeValueAsBytes(root));
    }

    private static void write(PushDevice device, ObjectNode node) {
        var lastUsedAt = device.lastUsedAt();
        var quiet = device.quiet();
        node.put("id", device.id())
                .put("name", device.name())
                .put("endpoint", device.address().endpoint().toString())
                .put("p256dh", device.address().key())
                .put("auth", device.address().secret())
                .put("created_at", device.createdAt().toString())
                .put("last_used_at", lastUsedAt == null ? null : lastUsedAt.toString())
                .put("hide_content", device.hideContent());
        if (quiet == null) {
            node.putNull("quiet");
        } else {
            node.putObject("quiet").put("from", quiet.from()).put("to", quiet.to());
        }
    }
}
