package dev.svc.server.wiring.question;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.ask.HookWay;
import dev.svc.server.engine.ask.LineWay;
import dev.svc.server.terminal.launch.LaunchExtras;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.wiring.question.LaunchSecrets.Secret;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Starts programs so that they can be asked and answered beside their screens, where they can; the screen is enough
/// where that fails.
final class Launches implements LaunchExtras {
    private static final Logger LOG = Logger.getLogger(Launches.class.getName());
    private static final int TOKEN_BYTES = 32;

    private final Engines engines;
    private final OwnAddress address;
    private final LaunchSecrets secrets;
    private final HookDesk hooks;
    private final ProgramLines lines;
    private final SecureRandom random;

    Launches(
            Engines engines,
            OwnAddress address,
            LaunchSecrets secrets,
            HookDesk hooks,
            ProgramLines lines,
            SecureRandom random) {
        this.engines = engines;
        this.address = address;
        this.secrets = secrets;
        this.hooks = hooks;
        this.lines = lines;
        this.random = random;
    }

    @Override
    public Launch extend(LaunchRecord launchRecord, EngineProvider provider, Launch launch) {
        try {
            var way = provider.asks().orElse(null);
            return switch (way) {
                case HookWay hook -> withHook(launchRecord, hook, launch);
                case LineWay line -> withLine(launchRecord, line, launch);
                case null -> launch;
            };
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> launchRecord.session() + " can be answered by its screen only");
            return launch;
        }
    }

    private Launch withHook(LaunchRecord launchRecord, HookWay way, Launch launch) throws IOException {
        var bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        var token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var hook = address.hook(token);
        if (hook.isEmpty()) {
            return launch;
        }
        var name = launchRecord.name();
        secrets.keep(name, new Secret(false, token));
        var settings = secrets.keepFor(name, way.configuration(hook.get()));
        return with(way.arguments(settings), Map.of(), launch);
    }

    private Launch withLine(LaunchRecord launchRecord, LineWay way, Launch launch) throws IOException {
        var prepared = way.prepare(launchRecord.folder());
        secrets.keep(launchRecord.name(), new Secret(true, prepared.handle()));
        return with(prepared.arguments(), prepared.environment(), launch);
    }

    /// Before the program's other arguments, whose last word may be a prompt.
    private static Launch with(List<String> arguments, Map<String, String> environment, Launch launch) {
        var argv = new ArrayList<>(launch.argv());
        argv.addAll(1, arguments);
        var all = new HashMap<>(launch.environment());
        all.putAll(environment);
        return new Launch(argv, all);
    }

    @Override
    public void runs(LaunchRecord launchRecord, long pid) {
        var way = engines.find(launchRecord.session().engine())
                .flatMap(EngineProvider::asks)
                .orElse(null);
        secrets.find(launchRecord.name()).ifPresent(secret -> {
            if (way instanceof HookWay hook && !secret.line()) {
                hooks.runs(launchRecord, hook, secret.value());
            } else if (way instanceof LineWay line && secret.line()) {
                lines.runs(launchRecord, line, secret.value(), pid);
            }
        });
    }

    @Override
    public void ended(LaunchRecord launchRecord) {
        hooks.ended(launchRecord.name());
        lines.ended(launchRecord.name());
        try {
            secrets.forget(launchRecord.name());
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> "how " + launchRecord.session() + " was reached could not be deleted");
        }
    }
}
