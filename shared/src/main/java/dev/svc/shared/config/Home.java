package dev.svc.shared.config;

import java.nio.file.Path;
import java.util.Map;

/// Where the program and its data lie.
///
/// @param root the install root, SVC_HOME, shared by all instances
/// @param data what belongs to this instance alone: the root itself, or `instances/<label>` below it
public record Home(Path root, Path data) {

    /// Where the environment places it.
    public static Home of(Platform platform) {
        return of(platform.environment(), platform);
    }

    static Home of(Map<String, String> values, Platform platform) {
        String chosen = values.getOrDefault("SVC_HOME", "");
        Path root = chosen.isBlank() ? platform.userData().resolve("svc") : platform.path("SVC_HOME", chosen);
        String label = values.getOrDefault("SVC_INSTANCE", "");
        if (label.isBlank()) {
            return new Home(root, root);
        }
        if (!label.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,31}")) {
            throw new ConfigException(
                    "SVC_INSTANCE=%s is no label: use up to 32 letters, digits, - and _.".formatted(label));
        }
        return new Home(root, root.resolve("instances").resolve(label));
    }

    public Path uploads() {
        return data.resolve("uploads");
    }

    /// What can be made again from other files.
    public Path cache() {
        return data.resolve("cache");
    }

    /// The index of what was said; built again when it is gone.
    public Path search() {
        return data.resolve("search");
    }

    /// What sessions used, and how far their logs were read for it; read again when it is gone.
    public Path usage() {
        return data.resolve("usage");
    }

    public Path logs() {
        return data.resolve("logs");
    }

    /// Held for life by the only process of this home.
    public Path processLock() {
        return data.resolve("svc.lock");
    }
}
