package dev.svc.server.terminal;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Launch;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Order;
import dev.svc.server.terminal.launch.ChildEnvironment;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.server.terminal.launch.Refusal.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Decides what to run for a session, and where; refuses with a sentence when there is nothing to run.
final class Launcher {
    private final Engines engines;
    private final Sessions sessions;
    private final ExternalPrograms external;
    private final ChildEnvironment environment;
    private final List<String> front;

    /// @param front words that precede every command
    Launcher(
            Engines engines,
            Sessions sessions,
            ExternalPrograms external,
            ChildEnvironment environment,
            List<String> front) {
        this.engines = engines;
        this.sessions = sessions;
        this.external = external;
        this.environment = environment;
        this.front = List.copyOf(front);
    }

    /// A launch decided upon, with what is to be written down about it.
    record Plan(LaunchRecord launchRecord, Order order) {}

    Plan plan(SessionId session, AttachRequest request, Instant now) throws IOException {
        var provider = engines.find(session.engine())
                .orElseThrow(() -> new Refusal(Reason.UNKNOWN, "There is no such program: " + session.engine() + "."));
        var known = request.fresh() ? sessions.find(session) : sessions.seek(session);
        if (known.isPresent()) {
            requireAlone(session, request);
            Path folder = requireFolder(known.get().cwd());
            return plan(
                    session,
                    folder,
                    launchable(provider).launchArgv(session.nativeId(), folder, request.bypass()),
                    null,
                    request,
                    now);
        }
        if (!request.fresh()) {
            throw new Refusal(Reason.UNKNOWN, "There is no such session.");
        }
        return fresh(session, launchable(provider), request, now);
    }

    /// Two programs on one session corrupt its history, so this needs an explicit takeover.
    private void requireAlone(SessionId session, AttachRequest request) {
        if (!request.takeover() && external.has(session)) {
            throw new Refusal(
                    Reason.HELD, "A program outside svc is on this session: end it there, or resume it anyway.");
        }
    }

    private Plan fresh(SessionId session, EngineProvider provider, AttachRequest request, Instant now)
            throws IOException {
        String label = provider.manifest().label();
        if (!provider.supportsNew()) {
            throw new Refusal(Reason.UNKNOWN, label + " cannot be started on a new session from here.");
        }
        if (session.isPlaceholder() != provider.newSessionReconciles()) {
            throw new Refusal(Reason.UNKNOWN, "This is not an id that a new session of " + label + " can have.");
        }
        Path folder =
                requireFolder(request.folder() == null ? null : request.folder().toString());
        Set<String> snapshot = session.isPlaceholder() ? provider.snapshotSessionIds(folder) : null;
        var launch = provider.newLaunchArgv(session.nativeId(), folder, request.bypass());
        return plan(session, folder, launch, snapshot, request, now);
    }

    private Plan plan(
            SessionId session,
            Path folder,
            Launch launch,
            @Nullable Set<String> snapshot,
            AttachRequest request,
            Instant now) {
        var launchRecord = new LaunchRecord(LaunchRecord.nameOf(session), session, folder, now, snapshot);
        var variables = environment.with(launch.environment());
        var command = Stream.concat(front.stream(), launch.argv().stream()).toList();
        return new Plan(launchRecord, new Order(command, variables, folder, request.size()));
    }

    private static EngineProvider launchable(EngineProvider provider) {
        if (provider.binary().isEmpty()) {
            throw new Refusal(
                    Reason.UNKNOWN,
                    provider.manifest().label() + " is not installed here, or not where svc looks for it.");
        }
        return provider;
    }

    private static Path requireFolder(@Nullable String named) throws IOException {
        if (named == null || !Path.of(named).isAbsolute()) {
            throw new Refusal(Reason.UNKNOWN, "A working folder is needed, as an absolute path.");
        }
        if (!Files.isDirectory(Path.of(named))) {
            throw new Refusal(Reason.UNKNOWN, "The working folder " + named + " is gone.");
        }
        return Path.of(named).toRealPath();
    }
}
