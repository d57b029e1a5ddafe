package dev.svc.shared.control;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A host with a home, and programs of its own on PATH in place of the real ones.
final class FakeHost {
    private final Path folder;
    private final Platform.Family family;
    private final Map<String, String> environment = new HashMap<>();

    FakeHost(Path folder, Platform.Family family) throws IOException {
        this.folder = folder;
        this.family = family;
        environment.put("PATH", Files.createDirectories(folder.resolve("bin")) + ":/usr/bin:/bin");
        environment.put("HOME", folder.toString());
        environment.put("SVC_HOME", folder.resolve("home").toString());
        environment.put("SVC_PORT", "0");
        // The host's own must not be found behind the fakes.
        program("systemctl", "exit 1");
        program("launchctl", "exit 1");
    }

    FakeHost with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /// Each call is appended to the file `calls`.
    Path program(String name, String script) throws IOException {
        Path file = Files.writeString(
                folder.resolve("bin").resolve(name),
                "#!/bin/sh\necho \"$(basename \"$0\") $*\" >> '%s'\n%s\n".formatted(calls(), script));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private Path calls() {
        return folder.resolve("calls");
    }

    List<String> called() throws IOException {
        return Files.exists(calls()) ? Files.readAllLines(calls()) : List.of();
    }

    Path home() {
        return folder.resolve("home");
    }

    Command command() {
        return new Command(environment);
    }

    Config config() {
        return Config.load(new Platform(family, folder, Map.copyOf(environment)), null);
    }

    Control control(String... svc) {
        return new Control(this::config, List.of(svc), () -> "", Clock.systemUTC());
    }
}
