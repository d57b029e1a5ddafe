package dev.svc.server.update;

import com.sun.net.httpserver.HttpServer;
import dev.svc.server.update.UpdateStatus.State;
import dev.svc.server.update.release.Channel;
import dev.svc.server.update.release.Commands;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.Releases;
import dev.svc.server.update.release.UpdateException;
import dev.svc.shared.waiting.Waiting;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A home with one installed release that runs, and an origin to update it from.
final class Host implements AutoCloseable {
    static final Timeouts PATIENT =
            new Timeouts(Waiting.PATIENCE, Waiting.PATIENCE, Waiting.PATIENCE, Waiting.PATIENCE);

    /// For a release that never becomes healthy: waiting long gains nothing, and the former one is back within
    /// that time.
    static final Timeouts HURRIED =
            new Timeouts(Waiting.PATIENCE, Waiting.PATIENCE, Waiting.PATIENCE, Duration.ofSeconds(5));

    final Origin origin;
    final Path home;
    final UpdatePaths paths;
    final Releases releases;
    final List<String> said = new ArrayList<>();
    final Map<String, String> surroundings = new HashMap<>(System.getenv());
    final Set<String> living = new HashSet<>();
    final Set<String> ended = new HashSet<>();
    Optional<String> difference = Optional.empty();
    Timeouts timeouts = PATIENT;

    @Nullable
    String ready; // SVC_RELEASES

    private final HttpServer answers;
    private @Nullable Process service;

    Host(Path folder) throws IOException {
        origin = new Origin(folder);
        home = Files.createDirectories(folder.resolve("home"));
        paths = new UpdatePaths(home, home, home.resolve("journal"), home.resolve("metadata.json"), "127.0.0.1");
        releases = new Releases(home);
        answers = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answers.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        answers.start();
        Files.writeString(
                home.resolve("port"), Integer.toString(answers.getAddress().getPort()));
        install(origin.release("v1.0.0", "good"));
        restart.restart();
    }

    /// As the installer does it, an hour before everything else.
    void install(String commit) throws IOException {
        Path fresh = releases.fresh(Clock.systemUTC().instant().minusSeconds(3600), commit);
        var script = origin.work().resolve("installer/build-release.sh").toString();
        var built = Commands.run(
                List.of("/bin/sh", script, origin.address().toString(), commit, fresh.toString()),
                home,
                withFolder(),
                Waiting.PATIENCE);
        if (!built.succeeded()) {
            throw new IOException(built.err());
        }
        releases.makeCurrent(Release.find(fresh).orElseThrow());
    }

    private Map<String, String> withFolder() throws IOException {
        Files.createDirectories(home.resolve("releases"));
        return System.getenv();
    }

    final ServiceRestart restart = new ServiceRestart() {
        @Override
        public boolean isUp() {
            return service != null && service.isAlive();
        }

        @Override
        public void restart() {
            stop();
            var builder = new ProcessBuilder(home.resolve("current/src/svc").toString(), "serve")
                    .redirectErrorStream(true)
                    .redirectOutput(new File("/dev/null"));
            builder.environment().put("SVC_HOME", home.toString());
            try {
                service = builder.start();
            } catch (IOException failed) {
                throw new UpdateException(String.valueOf(failed.getMessage()));
            }
        }

        @Override
        public Optional<String> failure() {
            return Optional.ofNullable(service)
                    .filter(it -> !it.isAlive())
                    .map(it -> "it ended (code %d)".formatted(it.exitValue()));
        }
    };

    void stop() {
        if (service != null) {
            service.destroyForcibly().onExit().join();
        }
    }

    private final InstanceData data = new InstanceData() {
        @Override
        public void copyJournal(Path to) throws IOException {
            Files.createDirectories(to);
        }

        @Override
        public Optional<String> objection(Path journal, Path sidecar) {
            return difference;
        }

        @Override
        public Set<String> livingPrograms() {
            return Set.copyOf(living);
        }

        @Override
        public boolean endedByItself(String program) {
            return ended.contains(program);
        }
    };

    Update update() {
        return update(said::add);
    }

    Update update(Consumer<String> watcher) {
        var means = new Update.Means(surroundings, data, restart, Clock.systemUTC(), timeouts);
        return new Update(paths, means, watcher);
    }

    /// As the installed release sees them.
    Updates updates() {
        var current = releases.current().orElseThrow();
        return new Updates(
                paths,
                () -> wishes(Channel.STABLE),
                new Updates.Running(Optional.of(current.source()), current.version(), current.commit()),
                (installed, words) -> {},
                surroundings,
                Clock.systemUTC());
    }

    UpdateSettings wishes(Channel channel) {
        return new UpdateSettings(Optional.of(origin.address().toString()), Optional.ofNullable(ready), channel, false);
    }

    UpdateStatus apply() {
        return update().apply(wishes(Channel.STABLE));
    }

    UpdateStatus apply(Channel channel) {
        return update().apply(wishes(channel));
    }

    String version() {
        return releases.current().orElseThrow().version();
    }

    /// The version that really runs and answers.
    String running() {
        Waiting.until(() -> "a service", () -> Started.find(paths.started()).isPresent() && restart.isUp());
        var commit = Started.find(paths.started()).orElseThrow().commit();
        return releases.all().stream()
                .filter(it -> it.commit().equals(commit))
                .findFirst()
                .orElseThrow()
                .version();
    }

    State state() {
        return new StatusFile(paths.status()).read().state();
    }

    @Override
    public void close() {
        stop();
        answers.stop(0);
    }
}
