package dev.svc.tray.host;

import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.audit.HostChangeLog.What;
import dev.svc.shared.audit.HostChangeLog.Who;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.Home;
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
import dev.svc.tray.menu.Updates;
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
    private static final Duration UPDATE = Duration.ofMinutes(45);
    private static final Duration ASK_AGAIN = Duration.ofSeconds(19);

    private final Supplier<Config> settings;
    private final Runnable guard;
    private final Command command;
    private final List<String> svc;
    private final Control control;

    private final Installed installed;
    private final Marks marks;
    private final Path root;

    /// What the last check said, and about what; any thread.
    private volatile Checked checked = new Checked(new UpdateState.Unknown(), List.of());

    /// How the service was when it was asked last; any thread.
    private volatile Asked asked = Asked.NEVER;

    /// A check is worth nothing once the channel, the program or the last update is another one.
    private record Checked(UpdateState found, Object about) {}

    /// An answer holds for as long as nothing has happened to the service, and for a few seconds at most.
    private record Asked(Control.Seen seen, Object marks, long at) {
        static final Asked NEVER =
                new Asked(new Control.Seen(new ServiceState.Unknown(""), ""), List.of(), System.nanoTime());

        boolean holds(Object now) {
            return seen.state().answers() && marks.equals(now) && System.nanoTime() - at < ASK_AGAIN.toNanos();
        }
    }

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
        this.installed = new Installed(command, svc);
        var home = Home.of(platform);
        this.root = home.root();
        this.marks = new Marks(home, platform);
        this.control = new Control(settings, svc, installed::version, Clock.systemUTC());
    }

    /// Everything there is to know, but what only the tray knows.
    public TrayState look() {
        guard.run();
        var seen = ask();
        try {
            Config config = settings.get();
            Live live = LiveFile.of(config.home()).read();
            boolean answers = seen.state().answers();
            return new TrayState(
                    seen.state(),
                    seen.keeper(),
                    answers ? live : live.onlyEntries(),
                    answers ? 0 : Orphans.count(config.path(Variable.RUNTIME_DIR)),
                    updates(config),
                    false,
                    "");
        } catch (ConfigException damaged) {
            return new TrayState(
                    new ServiceState.Unreadable(String.valueOf(damaged.getMessage())),
                    seen.keeper(),
                    Live.NONE,
                    0,
                    Updates.UNKNOWN,
                    false,
                    "");
        }
    }

    /// Equal as long as nothing has changed that leaves a mark. Any thread but the one that draws.
    public Object marks() {
        guard.run();
        return marks.all();
    }

    private Control.Seen ask() {
        Object now = marks.ofService();
        Asked last = asked;
        if (last.holds(now)) {
            return last.seen();
        }
        var seen = control.look();
        asked = new Asked(seen, now, System.nanoTime());
        return seen;
    }

    private Updates updates(Config config) {
        var written = UpdateFile.read(statusFile());
        String channel = config.text(Variable.CHANNEL);
        Checked last = checked;
        UpdateState found =
                last.about().equals(about(channel, written.run())) ? last.found() : new UpdateState.Unknown();
        return new Updates(
                written.outcome(),
                written.running().orElse(found),
                svc.isEmpty() ? "" : FormerRelease.version(root, Path.of(svc.getFirst())),
                channel,
                config.flag(Variable.AUTOUPDATE));
    }

    private Object about(String channel, String run) {
        return List.of(channel, run, installed.stamp());
    }

    private Path statusFile() {
        return root.resolve("update/status.json");
    }

    /// Starts it and waits until it answers; what it says instead is a [ControlException].
    public void start() {
        guard.run();
        asked = Asked.NEVER;
        control.start();
        requireAnswer();
    }

    public void stop() {
        guard.run();
        asked = Asked.NEVER;
        control.stop();
    }

    public void restart() {
        guard.run();
        asked = Asked.NEVER;
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
        checked = new Checked(
                outcome.succeeded()
                        ? UpdateFile.checked(outcome.output())
                        : new UpdateState.Unclear(outcome.lastLine()),
                about(
                        settings.get().text(Variable.CHANNEL),
                        UpdateFile.read(statusFile()).run()));
    }

    /// Runs the update to its end, which takes minutes; its own status file tells how far it is.
    public void applyUpdate() {
        guard.run();
        var _ = required(command.run(UPDATE, words("autoupdate")));
    }

    /// Goes back to the former release, to the end; its own status file tells how far it is.
    public void goBack() {
        guard.run();
        var _ = required(command.run(UPDATE, words("rollback")));
    }

    public void setChannel(String channel) {
        change(Variable.CHANNEL, channel, What.CHANNEL);
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
