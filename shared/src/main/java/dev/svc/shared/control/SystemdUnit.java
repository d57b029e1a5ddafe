package dev.svc.shared.control;

import dev.svc.shared.control.Report.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// A systemd user unit: `svc.service`, or `svc-<label>.service` for a labelled instance.
public final class SystemdUnit implements ServiceManager {
    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final Duration ACT = Duration.ofSeconds(45);

    private final String unit;
    private final Command command;

    /// What systemd said when the unit was found. The first report uses it up; later ones ask again.
    private final AtomicReference<Optional<Map<String, String>>> found;

    private SystemdUnit(String unit, Command command, Optional<Map<String, String>> found) {
        this.unit = unit;
        this.command = command;
        this.found = new AtomicReference<>(found);
    }

    /// What the unit of an instance is called.
    ///
    /// @param label of the instance; empty for the one without
    public static String unitName(String label) {
        return label.isEmpty() ? "svc.service" : "svc-" + label + ".service";
    }

    /// The unit, when systemd is there, knows one, and that one serves this home and no other.
    static Optional<SystemdUnit> find(Command command, Ownership home) {
        if (command.find("systemctl").isEmpty()) {
            return Optional.empty();
        }
        String name = unitName(home.label());
        var unit = new SystemdUnit(name, command, Optional.empty());
        try {
            var shown = unit.show();
            return shown.getOrDefault("LoadState", "").equals("loaded") && home.isNamedBy(unit.description(shown))
                    ? Optional.of(new SystemdUnit(name, command, Optional.of(shown)))
                    : Optional.empty();
        } catch (ControlException noUserManager) {
            return Optional.empty();
        }
    }

    private String description(Map<String, String> shown) {
        return String.join("\n", shown.values());
    }

    @Override
    public String name() {
        return "systemd user unit " + unit;
    }

    @Override
    public Report report() {
        var shown = found.getAndSet(Optional.empty()).orElseGet(this::show);
        return switch (shown.getOrDefault("ActiveState", "")) {
            case "active", "reloading" -> Report.of(Phase.UP);
            case "activating" ->
                shown.getOrDefault("SubState", "").equals("auto-restart")
                        ? new Report(Phase.FAILED, "it ended (%s) and is tried again".formatted(result(shown)))
                        : Report.of(Phase.STARTING);
            case "deactivating" -> Report.of(Phase.STOPPING);
            case "failed" -> new Report(Phase.FAILED, "it ended (%s)".formatted(result(shown)));
            default -> Report.of(Phase.DOWN);
        };
    }

    private static String result(Map<String, String> shown) {
        return "%s, code %s".formatted(shown.getOrDefault("Result", "?"), shown.getOrDefault("ExecMainStatus", "?"));
    }

    private Map<String, String> show() {
        var outcome = systemctl(
                LOOK,
                "show",
                "--property=LoadState,ActiveState,SubState,Result,ExecMainStatus,Environment,EnvironmentFiles,ExecStart,WorkingDirectory");
        var shown = new HashMap<String, String>();
        outcome.output().lines().filter(line -> line.contains("=")).forEach(line -> {
            int at = line.indexOf('=');
            shown.merge(line.substring(0, at), line.substring(at + 1), (former, more) -> former + "\n" + more);
        });
        return shown;
    }

    /// A unit that failed too often is started all the same when a person asks for it.
    @Override
    public void start() {
        systemctl(LOOK, "reset-failed");
        act("start");
    }

    @Override
    public void stop() {
        act("stop");
    }

    @Override
    public void restart() {
        systemctl(LOOK, "reset-failed");
        act("restart");
    }

    @Override
    public String log() {
        return command.run(LOOK, List.of("journalctl", "--user", "--no-pager", "--lines=500", "--user-unit=" + unit))
                .output();
    }

    private void act(String verb) {
        var outcome = systemctl(ACT, verb);
        if (!outcome.succeeded()) {
            throw new ControlException("systemctl --user %s %s failed: %s Look at  journalctl --user -u %s  for more."
                    .formatted(verb, unit, Sentences.closed(outcome.lastLine()), unit));
        }
    }

    private Command.Outcome systemctl(Duration patience, String... words) {
        var argv = new ArrayList<>(List.of("systemctl", "--user", "--no-pager"));
        argv.addAll(List.of(words));
        argv.add(unit);
        return command.run(patience, argv);
    }
}
