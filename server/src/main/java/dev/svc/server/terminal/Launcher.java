package dev.svc.server.terminal;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Launch;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest.Join;
import dev.svc.server.terminal.host.Order;
import dev.svc.server.terminal.launch.ChildEnvironment;
import dev.svc.server.terminal.launch.CommandLine;
import dev.svc.server.terminal.launch.FirstPrompts;
import dev.svc.server.terminal.launch.LaunchExtras;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.server.terminal.launch.Refusal.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Decides what to run for a session, and where; refuses with a sentence when there is nothing to run.
final class Launcher {
    private final Engines engines;
    private final Sessions sessions;
    private final Outside outside;
    private final ChildEnvironment environment;
    private final List<String> front;
    private final LaunchExtras extras;
    private final FirstPrompts prompts = new FirstPrompts();

    /// @param front words that precede every command
    Launcher(
            Engines engines,
            Sessions sessions,
            Outside outside,
            ChildEnvironment environment,
            List<String> front,
            LaunchExtras extras) {
        this.engines = engines;
        this.sessions = sessions;
        this.outside = outside;
        this.environment = environment;
        this.front = List.copyOf(front);
        this.extras = extras;
    }

    /// A launch decided upon, with what is to be written down about it.
    record Plan(LaunchRecord launchRecord, Order order) {}

    Plan plan(SessionId session, AttachRequest request, Instant now) throws IOException {
        var provider = provider(session);
        if (joins(session, request)) {
            return joined(session, request, now);
        }
        // First: a program that resumes may write its log anew, and for that moment its store does not list the
        // session.
        requireAlone(session, request);
        var known = find(session, request);
        if (known.isPresent()) {
            provider.objection(session.nativeId()).ifPresent(sentence -> {
                throw new Refusal(Reason.UNKNOWN, sentence);
            });
            Path folder = requireFolder(folderOf(provider, known.get(), request));
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

    /// What `plan` would run, without a look at whether it may run now, and without what svc adds to reach the program.
    /// A folder that is gone is no refusal here.
    CommandLine describe(SessionId session, AttachRequest request) {
        if (joins(session, request)) {
            var way = joined(session, request, Instant.EPOCH);
            return new CommandLine(way.order().argv(), false, way.launchRecord().folder(), true, false);
        }
        var provider = launchable(provider(session));
        boolean moves = provider.manifest().arguments().moves();
        var known = find(session, request);
        if (known.isPresent()) {
            Path folder = requireAbsolute(folderOf(provider, known.get(), request));
            var launch = provider.launchArgv(session.nativeId(), folder, request.bypass());
            return new CommandLine(launch.argv(), false, folder, Files.isDirectory(folder), moves);
        }
        if (!request.fresh()) {
            throw new Refusal(Reason.UNKNOWN, "There is no such session.");
        }
        requireBeginning(session, provider);
        Path folder = requireAbsolute(named(request));
        var launch = request.prompted()
                ? provider.newLaunchArgv(session.nativeId(), folder, request.bypass(), "")
                : provider.newLaunchArgv(session.nativeId(), folder, request.bypass());
        return new CommandLine(launch.argv(), request.prompted(), folder, Files.isDirectory(folder), moves);
    }

    /// Keeps a first prompt for the launch of its session.
    void hold(SessionId session, String prompt, Instant now) {
        var provider = launchable(provider(session));
        requireBeginning(session, provider);
        if (!provider.manifest().takesPrompt()) {
            throw new Refusal(
                    Reason.UNKNOWN, provider.manifest().label() + " takes no first prompt: type it in the terminal.");
        }
        prompts.hold(session, prompt, now);
    }

    /// The session's program runs: its first prompt is needed no more.
    void launched(SessionId session) {
        prompts.forget(session);
    }

    private EngineProvider provider(SessionId session) {
        return engines.find(session.engine())
                .orElseThrow(() -> new Refusal(Reason.UNKNOWN, "There is no such program: " + session.engine() + "."));
    }

    private Optional<SessionFacts> find(SessionId session, AttachRequest request) {
        return request.fresh() ? sessions.find(session) : sessions.seek(session);
    }

    /// The folder that a stored session is resumed in: its own, unless somebody chose another one.
    private static @Nullable String folderOf(EngineProvider provider, SessionFacts known, AttachRequest request) {
        String own = known.cwd();
        String chosen = request.fresh() ? null : named(request);
        if (chosen == null || chosen.equals(own)) {
            return own;
        }
        if (!provider.manifest().arguments().moves()) {
            throw new Refusal(
                    Reason.UNKNOWN, provider.manifest().label() + " resumes a session in its own folder only.");
        }
        return chosen;
    }

    private static @Nullable String named(AttachRequest request) {
        return request.folder() == null ? null : request.folder().toString();
    }

    private boolean joins(SessionId session, AttachRequest request) {
        return switch (request.join()) {
            case NO -> false;
            case YES -> true;
            case IF_THERE -> outside.holder(session).isPresent();
        };
    }

    /// Two programs on one session corrupt its history. Where it is only likely that there is one, people may insist.
    private void requireAlone(SessionId session, AttachRequest request) {
        outside.holder(session)
                .filter(holder -> holder.sure() || !request.takeover() || request.join() == Join.IF_THERE)
                .ifPresent(holder -> {
                    throw new Refusal(Reason.HELD, holder.sentence());
                });
    }

    /// One more terminal on what runs outside. It is no program of the session: nothing of it is ever resumed.
    private Plan joined(SessionId session, AttachRequest request, Instant now) {
        var launch = outside.wayIn(session)
                .orElseThrow(() -> new Refusal(
                        Reason.HELD,
                        outside.holder(session)
                                .map(request.join() == Join.YES ? Outside.Holder::sentence : Outside.Holder::unshared)
                                .orElse("Nothing runs on this session outside svc: resume it.")));
        var folder = sessions.find(session)
                .map(SessionFacts::cwd)
                .map(Path::of)
                .filter(Files::isDirectory)
                .orElse(Path.of("/"));
        var launchRecord = new LaunchRecord(LaunchRecord.nameOf(session), session, folder, now, false, true, null);
        return plan(launchRecord, launch, request);
    }

    private Plan fresh(SessionId session, EngineProvider provider, AttachRequest request, Instant now)
            throws IOException {
        requireBeginning(session, provider);
        Path folder = requireFolder(named(request));
        String prompt = request.prompted() ? requirePrompt(session, now) : null;
        Launch launch = prompt == null
                ? provider.newLaunchArgv(session.nativeId(), folder, request.bypass())
                : provider.newLaunchArgv(session.nativeId(), folder, request.bypass(), prompt);
        provider.begin(session.nativeId(), folder, prompt);
        Set<String> snapshot = session.isPlaceholder() ? provider.snapshotSessionIds(folder) : null;
        return plan(session, folder, launch, snapshot, request, now);
    }

    private String requirePrompt(SessionId session, Instant now) {
        return prompts.find(session, now)
                .orElseThrow(() -> new Refusal(
                        Reason.NOT_STARTED, "The first prompt is not here any more: begin again with New."));
    }

    private static void requireBeginning(SessionId session, EngineProvider provider) {
        String label = provider.manifest().label();
        if (!provider.supportsNew()) {
            throw new Refusal(Reason.UNKNOWN, label + " cannot be started on a new session from here.");
        }
        if (session.isPlaceholder() != provider.newSessionReconciles()) {
            throw new Refusal(Reason.UNKNOWN, "This is not an id that a new session of " + label + " can have.");
        }
    }

    private Plan plan(
            SessionId session,
            Path folder,
            Launch launch,
            @Nullable Set<String> snapshot,
            AttachRequest request,
            Instant now) {
        var launchRecord =
                new LaunchRecord(LaunchRecord.nameOf(session), session, folder, now, request.bypass(), false, snapshot);
        return plan(launchRecord, extras.extend(launchRecord, provider(session), launch), request);
    }

    private Plan plan(LaunchRecord launchRecord, Launch launch, AttachRequest request) {
        var variables = environment.with(launch.environment());
        var command = Stream.concat(front.stream(), launch.argv().stream()).toList();
        return new Plan(launchRecord, new Order(command, variables, launchRecord.folder(), request.size()));
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
        Path folder = requireAbsolute(named);
        if (!Files.isDirectory(folder)) {
            throw new Refusal(Reason.UNKNOWN, "The working folder " + named + " is gone.");
        }
        return folder.toRealPath();
    }

    private static Path requireAbsolute(@Nullable String named) {
        if (named == null || !Path.of(named).isAbsolute()) {
            throw new Refusal(Reason.UNKNOWN, "A working folder is needed, as an absolute path.");
        }
        return Path.of(named);
    }
}
