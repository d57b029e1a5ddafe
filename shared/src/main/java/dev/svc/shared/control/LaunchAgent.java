package dev.svc.shared.control;

import dev.svc.shared.config.Platform;
import dev.svc.shared.control.Report.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A launchd agent: `dev.svc`, or `dev.svc.<label>` for a labelled instance.
public final class LaunchAgent implements ServiceManager {
    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final Duration ACT = Duration.ofSeconds(45);
    private static final Pattern STATE = Pattern.compile("(?m)^\\s*state = (.+)$");
    private static final Pattern LAST_EXIT = Pattern.compile("(?m)^\\s*last exit code = (\\d+)");

    private final String agent;
    private final Path plist;
    private final Path log;
    private final Object user;
    private final Command command;

    private LaunchAgent(String agent, Path plist, Path log, Object user, Command command) {
        this.agent = agent;
        this.plist = plist;
        this.log = log;
        this.user = user;
        this.command = command;
    }

    /// What the agent of an instance is called.
    ///
    /// @param label of the instance; empty for the one without
    public static String agentName(String label) {
        return label.isEmpty() ? "dev.svc" : "dev.svc." + label;
    }

    /// The agent, when its file is there and serves this home and no other.
    static Optional<LaunchAgent> find(Command command, Platform platform, Ownership home, Path log) {
        String agent = agentName(home.label());
        Path plist = platform.userHome().resolve("Library/LaunchAgents").resolve(agent + ".plist");
        if (command.find("launchctl").isEmpty() || !Files.isRegularFile(plist)) {
            return Optional.empty();
        }
        try {
            if (!home.isNamedBy(Files.readString(plist))) {
                return Optional.empty();
            }
            Object user = Files.getAttribute(platform.userHome(), "unix:uid");
            return Optional.of(new LaunchAgent(agent, plist, log, user, command));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public String name() {
        return "launchd agent " + agent;
    }

    @Override
    public Report report() {
        var printed = launchctl(LOOK, "print", target());
        if (!printed.succeeded()) {
            return Report.of(Phase.DOWN);
        }
        Matcher state = STATE.matcher(printed.output());
        if (state.find() && state.group(1).equals("running")) {
            return Report.of(Phase.UP);
        }
        Matcher exit = LAST_EXIT.matcher(printed.output());
        return exit.find() && !exit.group(1).equals("0")
                ? new Report(Phase.FAILED, "it ended (code %s)".formatted(exit.group(1)))
                : Report.of(Phase.STARTING);
    }

    @Override
    public void start() {
        if (!launchctl(LOOK, "print", target()).succeeded()) {
            act("bootstrap", domain(), plist.toString());
        }
        act("kickstart", target());
    }

    /// Unloads it: an agent that is only killed is restarted at once.
    @Override
    public void stop() {
        act("bootout", target());
    }

    @Override
    public void restart() {
        if (launchctl(LOOK, "print", target()).succeeded()) {
            act("kickstart", "-k", target());
        } else {
            start();
        }
    }

    @Override
    public String log() {
        return LogFile.end(log);
    }

    private void act(String... words) {
        var outcome = launchctl(ACT, words);
        if (!outcome.succeeded()) {
            throw new ControlException(
                    "launchctl %s failed: %s".formatted(String.join(" ", words), Sentences.closed(outcome.lastLine())));
        }
    }

    private Command.Outcome launchctl(Duration patience, String... words) {
        var argv = new ArrayList<>(List.of("launchctl"));
        argv.addAll(List.of(words));
        return command.run(patience, argv);
    }

    private String domain() {
        return "gui/" + user;
    }

    private String target() {
        return domain() + "/" + agent;
    }
}
