package dev.svc.shared.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.client.Answer;
import dev.svc.shared.client.HealthClient;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.Variable;
import dev.svc.shared.text.Complaint;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Controls the service of one home: its state, its service manager, start, stop and restart. Every call returns within
/// a bounded time and may block until then, so none belongs on a drawing thread.
public final class Control implements AutoCloseable {
    private static final Duration EACH_QUESTION = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Supplier<Config> settings;
    private final List<String> svc;
    private final Supplier<String> expectedVersion;
    private final Clock clock;
    private final HealthClient health = new HealthClient(EACH_QUESTION);

    /// Kept, because it remembers how its process ended; made lazily, guarded by `this`.
    @GuardedBy("this")
    private Optional<ChildProcess> child = Optional.empty();

    /// Controls one home.
    ///
    /// @param settings read at each look: the env file may change in between
    /// @param svc how the command svc is run; empty when nothing can be started from here
    /// @param expectedVersion what is installed, to recognise an older process; empty when any will do
    public Control(Supplier<Config> settings, List<String> svc, Supplier<String> expectedVersion, Clock clock) {
        this.settings = settings;
        this.svc = List.copyOf(svc);
        this.expectedVersion = expectedVersion;
        this.clock = clock;
    }

    /// Looks after one home for a program that knows which version it expects.
    public Control(Supplier<Config> settings, List<String> svc, String expectedVersion, Clock clock) {
        this(settings, svc, () -> expectedVersion, clock);
    }

    /// Its state, and what keeps it running.
    ///
    /// @param keeper its name for people; empty while the settings cannot be read
    public record Seen(ServiceState state, String keeper) {}

    /// Looks, without ever failing.
    public Seen look() {
        Config config;
        try {
            config = settings.get();
        } catch (ConfigException damaged) {
            return new Seen(new ServiceState.Unreadable(String.valueOf(damaged.getMessage())), "");
        }
        ServiceManager keeper = keeper(config);
        return new Seen(state(config, keeper), keeper.name());
    }

    private ServiceState state(Config config, ServiceManager keeper) {
        try {
            Report report = keeper.report();
            var holder = Holder.read(config.home().processLock()).filter(Holder::isAlive);
            URI address = Address.of(config, holder.map(Holder::port).orElse(0));
            Answer answer = address.getPort() == 0 ? new Answer.Nobody() : health.ask(address);
            return new Judgement(
                            report,
                            holder,
                            answer,
                            address,
                            expectedVersion.get(),
                            isEnvGone(config),
                            config.envFile().path().toString(),
                            clock.instant())
                    .state();
        } catch (ControlException silent) {
            return new ServiceState.Unknown(String.valueOf(silent.getMessage()));
        }
    }

    /// A home that has a journal was started before, and every start leaves an env file.
    private static boolean isEnvGone(Config config) {
        return !Files.exists(config.envFile().path()) && Files.isDirectory(config.path(Variable.JOURNAL_DIR));
    }

    public void start() {
        require().start();
    }

    public void stop() {
        require().stop();
    }

    public void restart() {
        require().restart();
    }

    /// How it ended by itself, with what it complained of; empty while it runs, starts or was stopped.
    ///
    /// @throws ControlException where its keeper does not answer
    public Optional<String> failure() {
        var keeper = require();
        var report = keeper.report();
        if (report.phase() != Report.Phase.FAILED) {
            return Optional.empty();
        }
        var complaint = keeper instanceof ChildProcess ? Optional.<String>empty() : Complaint.in(keeper.log());
        return Optional.of(complaint.map(line -> report.why() + ": " + line).orElse(report.why()));
    }

    /// Its last output: from the service manager's journal, or its log file.
    ///
    /// @throws ControlException with the sentence for it
    public String log() {
        return require().log();
    }

    private ServiceManager require() {
        try {
            return keeper(settings.get());
        } catch (ConfigException damaged) {
            throw new ControlException(String.valueOf(damaged.getMessage()));
        }
    }

    /// Polls until the service answers or has failed, or until the deadline; returns the last state.
    public Seen awaitAnswer(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        Seen seen = look();
        while (isUnderWay(seen.state()) && System.nanoTime() < deadline) {
            Thread.sleep(PAUSE);
            seen = look();
        }
        return seen;
    }

    private static boolean isUnderWay(ServiceState state) {
        return switch (state) {
            case ServiceState.Starting _, ServiceState.Stopping _, ServiceState.Stopped _, ServiceState.Hanging _ ->
                true;
            default -> false;
        };
    }

    /// Chosen at each look: a unit may be installed meanwhile.
    private ServiceManager keeper(Config config) {
        var command = new Command(config.platform().environment());
        var home = Ownership.of(config);
        Optional<? extends ServiceManager> managed = switch (config.platform().family()) {
            case LINUX -> SystemdUnit.find(command, home);
            case MAC -> LaunchAgent.find(command, config.platform(), home, log(config));
            case WINDOWS -> Optional.empty();
        };
        return managed.isPresent() ? managed.get() : child(config);
    }

    private synchronized ChildProcess child(Config config) {
        ChildProcess known = child.orElseGet(() -> new ChildProcess(
                config.home().processLock(), log(config), svc, config.platform().environment()));
        child = Optional.of(known);
        return known;
    }

    private static Path log(Config config) {
        return config.home().logs().resolve("serve.log");
    }

    @Override
    public void close() {
        health.close();
    }
}
