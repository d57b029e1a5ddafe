package dev.svc.tray.desktop;

import dev.svc.shared.control.Holder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/// A throw-away home with the real command svc in it, as a checkout has it but without building anything.
public final class Home implements AutoCloseable {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    private final Path folder;

    public Home(Path folder) throws IOException {
        this.folder = folder;
        Path page = Files.createDirectories(folder.resolve("page"));
        Files.writeString(page.resolve("index.html"), "<!doctype html><title>svc</title>");
        Path svc = Files.writeString(
                Files.createDirectories(programRoot()).resolve("svc"),
                """
                #!/bin/sh
                exec '%1$s/bin/java' '@%2$s/server/jvm.options' -XX:TieredStopAtLevel=1 -jar '%2$s/server/target/svc.jar' "$@"
                """
                        .formatted(System.getProperty("java.home"), REPOSITORY));
        Files.setPosixFilePermissions(svc, PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(folder.resolve("bin"));
    }

    public Path programRoot() {
        return folder.resolve("program");
    }

    public Path data() {
        return folder.resolve("home");
    }

    public Path folder() {
        return folder;
    }

    public static Path repository() {
        return REPOSITORY;
    }

    /// The surroundings of this home, without a display or a bus.
    public Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        environment.put("HOME", folder.toString());
        environment.put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("SVC_HOME", data().toString());
        environment.put("SVC_WEB_DIST", folder.resolve("page").toString());
        environment.put("SVC_PORT", "0");
        return environment;
    }

    @Override
    public void close() {
        Holder.read(data().resolve("svc.lock")).flatMap(Holder::process).ifPresent(process -> {
            process.destroyForcibly();
            process.onExit().join();
        });
    }
}
