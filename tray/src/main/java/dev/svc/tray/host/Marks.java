package dev.svc.tray.host;

import dev.svc.shared.config.Home;
import dev.svc.shared.config.Platform;
import dev.svc.shared.control.Holder;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Whether anything has changed that a home leaves a mark of: times and sizes of its files, and whether the process
/// that holds it lives. Cheap enough for every other second.
final class Marks {
    private final Path lock;
    private final List<File> ofService;
    private final List<File> others;

    Marks(Home home, Platform platform) {
        String chosen = platform.environment().getOrDefault("SVC_ENV_FILE", "");
        Path env = chosen.isBlank() ? home.data().resolve("env") : new File(chosen).toPath();
        lock = home.processLock();
        ofService = files(home.processLock(), env, home.root().resolve("current"));
        others = files(
                home.data().resolve("live.json"),
                home.data().resolve("run/tray.show"),
                home.root().resolve("update/status.json"),
                home.root().resolve("update/log"));
    }

    private static List<File> files(Path... paths) {
        return Stream.of(paths).map(Path::toFile).toList();
    }

    /// What tells of the service itself.
    Object ofService() {
        return List.of(
                written(ofService), Holder.read(lock).filter(Holder::isAlive).isPresent());
    }

    /// All of them.
    Object all() {
        return List.of(ofService(), written(others));
    }

    private static List<Long> written(List<File> files) {
        return files.stream()
                .flatMap(file -> Stream.of(file.lastModified(), file.length()))
                .toList();
    }
}
