package dev.svc.tray.host;

import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.audit.HostChangeLog.What;
import dev.svc.shared.audit.HostChangeLog.Who;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import dev.svc.shared.control.Address;
import dev.svc.shared.control.Command;
import dev.svc.shared.control.Control;
import dev.svc.shared.control.ControlException;
import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.Live;
import dev.svc.shared.live.LiveFile;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.UpdateState;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The home of this tray: its state and the actions on it. Every call may block and first checks that it is not on the
/// drawing thread; failures are [ControlException]s.
public final class Host implements AutoCloseable {
    private static final Duration ACT = Duration.ofSeconds(60);
    private static final Duration CHECK = Duration.ofMinutes(2);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final Supplier<Config> settings;
    private final Runnable guard;
    private final Command command;
    private final List<String> svc;
    private final Control control;

    /// What the last check said; any thread.
    private volatile UpdateState checked = new UpdateState.Unknown();

    /// Serves one home.
    ///
    /// @param programRoot the checkout or release that the tray runs from
    /// @param guard throws when the thread that draws asks
    public Host(Platform platform, Path programRoot, Runnable guard) {
        this.settings = () -> Config.load(platform, programRoot);
        this.guard = guard;
        this.command = new Command(platform.environment());
        this.svc = SvcCommand.find(programRoot, platform).map(Path::toString).stream()
                .toList();
        var installed = new Installed(command, svc);
        this.control = new Control(settings, svc, installed::version, Clock.systemUTC());
    }

    /// Everything there is to know, but what only the tray knows.
    public TrayState look() {
        guard.run();
        var seen = control.look();
        try {
            Config config = settings.get();
            Live live = LiveFile.of(config.home()).read();
            return new TrayState(
                    seen.state(),
                    seen.keeper(),
                    seen.state().answers() ? live : live.withoutSessions(),
                    update(config, seen.state()),
                    config.text(Variable.CHANNEL),
                    config.flag(Variable.AUTOUPDATE),
                    false,
                    "");
        } catch (ConfigException damaged) {
            return new TrayState(
                    new ServiceState.Unreadable(String.valueOf(damaged.getMessage())),
                    seen.keeper(),
                    Live.NONE,
                    new UpdateState.Unknown(),
                    "",
                    false,
                    false,
                    "");
        }
    }

    private UpdateState update(Config config, ServiceState state) {
        var written = UpdateFile.read(config.home().root().resolve("update/status.json"));
        if (written.isPresent() && written.get() instanceof UpdateState.Running) {
            return written.get();
        }
        if (checked instanceof UpdateState.Available there
                && state instanceof ServiceState.Running running
                && running.version().equals(there.version())) {
            checked = new UpdateState.Current(there.version());
        }
        return checked instanceof UpdateState.Unknown ? written.orElse(checked) : checked;
    }

    /// Starts it and waits until it answers; what it says instead is a [ControlException].
    public void start() {
        guard.run();
        control.start();
        requireAnswer();
    }

    public void stop() {
        guard.run();
        control.stop();
    }

    public void restart() {
        guard.run();
        control.restart();
        requireAnswer();
    }

    private void requireAnswer() {
        try {
            var state = control.awaitAnswer(ANSWER).state();
            if (!state.answers()) {
                throw new ControlException(state.sentence());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Looks at the channel, as the page's own check does.
    public void checkUpdate() {
        guard.run();
        var outcome = command.run(CHECK, words("autoupdate", "--check", "--json"));
        checked = outcome.succeeded()
                ? UpdateFile.checked(outcome.output())
                : new UpdateState.Unclear(outcome.lastLine());
    }

    /// Runs the update to its end, which takes minutes; its own status file tells how far it is.
    public void applyUpdate() {
        guard.run();
        checked = new UpdateState.Unknown();
        var outcome = command.run(Duration.ofMinutes(45), words("autoupdate"));
        if (!outcome.succeeded()) {
            throw new ControlException(outcome.lastLine());
        }
    }

    public void setChannel(String channel) {
        change(Variable.CHANNEL, channel, What.CHANNEL);
        checked = new UpdateState.Unknown();
    }

    public void setAutoUpdate(boolean on) {
        change(Variable.AUTOUPDATE, on ? "1" : "0", What.AUTOUPDATE);
    }

    /// As on the page: a value already in force is not set again, and the journal learns who did it.
    private void change(Variable variable, String value, What deed) {
        guard.run();
        try {
            Config config = settings.get();
            if (!config.text(variable).equals(value)) {
                config.envFile().change(Map.of(variable.variableName(), value));
                HostChangeLog.of(config.home()).leave(deed, Who.TRAY);
            }
        } catch (IOException | ConfigException failure) {
            throw new ControlException(
                    "%s could not be set: %s".formatted(variable.variableName(), failure.getMessage()));
        }
    }

    /// Turns two-factor off and says what was done.
    public String clearTwoFactor() {
        guard.run();
        return required(command.run(ACT, words("clear-2fa", "--by", "tray"))).lastLine();
    }

    /// Makes a new password and returns it; it is stored nowhere else.
    public String resetPassword() {
        guard.run();
        return required(command.run(ACT, words("reset-password", "--by", "tray")))
                .output()
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("svc: "))
                .findFirst()
                .orElseThrow(() -> new ControlException("svc reset-password printed no password; run it by hand."));
    }

    private static Command.Outcome required(Command.Outcome outcome) {
        if (!outcome.succeeded()) {
            throw new ControlException(outcome.lastLine());
        }
        return outcome;
    }

    public String log() {
        guard.run();
        return control.log();
    }

    /// An address of the page.
    ///
    /// @param path in it, from `/` on
    public URI page(String path) {
        guard.run();
        Config config = settings.get();
        URI local = switch (control.look().state()) {
            case ServiceState.Running running -> running.address();
            case ServiceState.OtherVersion other -> other.address();
            case ServiceState other -> throw new ControlException("There is no page to open. " + other.sentence());
        };
        URI page = Address.page(config, local);
        return page.resolve(path);
    }

    private List<String> words(String... more) {
        if (svc.isEmpty()) {
            throw new ControlException("The command svc was not found beside the tray: install svc again.");
        }
        var words = new ArrayList<>(svc);
        words.addAll(List.of(more));
        return words;
    }

    @Override
    public void close() {
        control.close();
    }
}
