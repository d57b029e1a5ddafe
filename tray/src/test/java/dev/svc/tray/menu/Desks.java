package dev.svc.tray.menu;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.Entry;
import dev.svc.shared.live.Live;
import dev.svc.shared.live.LiveFleet;
import dev.svc.shared.live.LiveSession;
import dev.svc.shared.live.LiveSession.Status;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// States that a tray may be in, for the tests of what it shows.
public final class Desks {
    public static final Instant NOW = Instant.parse("2026-11-21T14:40:00Z");
    private static final URI ADDRESS = URI.create("http://127.0.0.1:8765");

    /// One of every kind.
    public static final List<ServiceState> STATES = List.of(
            new ServiceState.Running(ADDRESS, 7, NOW, "1.4.2"),
            new ServiceState.OtherVersion(ADDRESS, 7, NOW, "1.4.1", "1.4.2"),
            new ServiceState.Starting(),
            new ServiceState.Stopping(),
            new ServiceState.Stopped(),
            new ServiceState.Dead("it ended (code 1)"),
            new ServiceState.Hanging(7, Duration.ofMinutes(2)),
            new ServiceState.PortTaken(8765, false),
            new ServiceState.PortTaken(8765, true),
            new ServiceState.EnvGone("/home/x/env"),
            new ServiceState.Unreadable("/home/x/env, line 3, is no NAME=value line: mend or remove it."),
            new ServiceState.Unknown("systemctl did not end within 3 seconds; look whether it hangs and try again."));

    private Desks() {}

    public static ServiceState running() {
        return STATES.getFirst();
    }

    public static TrayState of(ServiceState state, LiveSession... sessions) {
        var entries = List.of(
                new Entry(1, NOW.minusSeconds(90), "logged_in", "", "admin"),
                new Entry(2, NOW.minusSeconds(30), "renamed", "Migrate ledger tables", "admin"));
        return new TrayState(
                state,
                "systemd user unit svc.service",
                new Live(List.of(sessions), entries, LiveFleet.NONE),
                0,
                updates(UpdateOutcome.NONE, new UpdateState.Unknown(), ""),
                false,
                "");
    }

    public static TrayState with(UpdateState update) {
        return with(running(), updates(UpdateOutcome.NONE, update, ""));
    }

    public static TrayState with(ServiceState state, Updates updates) {
        TrayState desk = of(state);
        return new TrayState(state, desk.keeper(), desk.live(), 0, updates, false, "");
    }

    public static Updates updates(UpdateOutcome outcome, UpdateState state, String former) {
        return new Updates(outcome, state, former, "stable", false);
    }

    /// An update to 1.4.3 that ended five minutes ago.
    public static UpdateOutcome updated(UpdateOutcome.Result result, String reason) {
        return new UpdateOutcome(result, false, "1.4.3", reason, NOW.minusSeconds(300));
    }

    /// A stopped service, with programs that run on.
    public static TrayState orphaned(int programs) {
        TrayState desk = of(new ServiceState.Stopped());
        return new TrayState(desk.state(), desk.keeper(), desk.live(), programs, desk.updates(), false, "");
    }

    /// A service that runs, among other hosts.
    public static TrayState among(LiveFleet fleet) {
        TrayState desk = of(running());
        var live = new Live(desk.live().sessions(), desk.live().entries(), fleet);
        return new TrayState(desk.state(), desk.keeper(), live, 0, desk.updates(), false, "");
    }

    public static LiveSession session(String title, Status status) {
        return new LiveSession(
                "engine_1:" + title.hashCode(), title, "ledger", status, NOW.minusSeconds(150), "", null);
    }

    public static LiveSession asking(String title, String question, Instant since) {
        return new LiveSession("engine_1:" + title.hashCode(), title, "ledger", Status.WAITING, since, question, null);
    }
}
