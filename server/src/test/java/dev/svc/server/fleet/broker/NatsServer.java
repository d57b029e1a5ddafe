package dev.svc.server.fleet.broker;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.waiting.Waiting;
import io.nats.client.Nats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A real nats-server with JetStream, on a port and in a folder of its own.
public final class NatsServer implements AutoCloseable {
    private final Path folder;
    private final List<String> options;
    private @Nullable Process process;
    private int port = -1;

    /// One with a configuration as people write it.
    ///
    /// @param configuration with the folder of JetStream of Debian, which another one takes the place of
    public static NatsServer configured(Path folder, String configuration) throws IOException {
        var file = folder.resolve("nats.conf");
        Files.writeString(
                file,
                configuration.replace("/var/lib/nats", folder.resolve("store").toString()));
        return new NatsServer(folder, "-c", file.toString());
    }

    /// @param options more of its options; with a file of its configuration (`-c`) that says where it keeps what it has
    public NatsServer(Path folder, String... options) {
        this.folder = folder;
        this.options = List.of(options);
    }

    /// Starts it; again on the same port, with what it had.
    public void start() throws IOException {
        var ports = Files.createTempDirectory(folder, "ports");
        var command = new ArrayList<>(List.of(
                program(),
                "-a",
                "127.0.0.1",
                "-p",
                String.valueOf(port),
                "--ports_file_dir",
                ports.toString(),
                "-l",
                folder.resolve("nats.log").toString()));
        command.addAll(options.isEmpty() ? List.of("-js") : options);
        if (!options.contains("-c")) {
            command.addAll(List.of("-sd", store().toString()));
        }
        var started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nats.out").toFile())
                .start();
        process = started;
        Waiting.until(() -> "the port of nats-server", () -> {
            if (!started.isAlive()) {
                throw new AssertionError("nats-server ended: " + Files.readString(folder.resolve("nats.out")));
            }
            return findPort(ports);
        });
    }

    private Path store() {
        return folder.resolve("store");
    }

    private boolean findPort(Path ports) throws IOException {
        try (var files = Files.list(ports)) {
            for (var file : files.toList()) {
                var url = new ObjectMapper()
                        .readTree(file.toFile())
                        .path("nats")
                        .path(0)
                        .asText();
                if (!url.isEmpty()) {
                    port = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
                    return true;
                }
            }
        }
        return false;
    }

    private static String program() {
        return Stream.of("/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server")
                .filter(it -> Files.isExecutable(Path.of(it)))
                .findFirst()
                .orElse("nats-server");
    }

    public String url() {
        return "nats://127.0.0.1:" + port;
    }

    /// Kills it without a word.
    public void kill() {
        var running = process;
        if (running != null) {
            running.destroyForcibly().onExit().join();
            process = null;
        }
    }

    /// Removes what it has; for one that is not running.
    public void empty() throws IOException {
        if (Files.exists(store())) {
            try (var all = Files.walk(store())) {
                for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    /// Has it keep a message, as whoever knows its address can.
    public void keep(String subject, byte[] message) throws Exception {
        var client = Nats.connect(url());
        try {
            var _ = client.jetStream().publish(subject, message);
        } finally {
            client.close();
        }
    }

    /// Every file in which it keeps what it has seen.
    public List<Path> kept() throws IOException {
        if (!Files.exists(store())) {
            return List.of();
        }
        try (var all = Files.walk(store())) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
