package dev.svc.server.update;

import java.nio.file.Path;

/// Where an update finds and leaves things.
///
/// @param home of all instances: releases, and the update's own folder
/// @param data of the instance whose service is restarted
/// @param journal of that instance
/// @param sidecar of that instance
/// @param host that its service listens on
public record UpdatePaths(Path home, Path data, Path journal, Path sidecar, String host) {

    Path folder() {
        return home.resolve("update");
    }

    Path lock() {
        return folder().resolve("lock");
    }

    Path status() {
        return folder().resolve("status.json");
    }

    public Path log() {
        return folder().resolve("log");
    }

    Path tags() {
        return folder().resolve("tags.json");
    }

    Path refused() {
        return folder().resolve("refused");
    }

    Path sourceCopy() {
        return folder().resolve("source.git");
    }

    Path helper() {
        return folder().resolve("helper");
    }

    Path trial() {
        return folder().resolve("trial");
    }

    /// The last update that people were notified about.
    Path told() {
        return folder().resolve("told");
    }

    Path lastLook() {
        return folder().resolve("last-look");
    }

    /// What the running service wrote when it had started.
    Path started() {
        return Started.place(data);
    }
}
