package dev.svc.tray.menu;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.LiveSession;
import dev.svc.tray.menu.MenuItem.Check;
import dev.svc.tray.menu.MenuItem.Choice;
import dev.svc.tray.menu.MenuItem.Command;
import dev.svc.tray.menu.MenuItem.Line;
import dev.svc.tray.menu.MenuItem.Rule;
import dev.svc.tray.menu.MenuItem.Submenu;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The tray's menu for everything it may know. Pure.
public final class Menu {
    private static final int MOST_SESSIONS = 8;
    private static final int MOST_HOSTS = 12;

    private Menu() {}

    public static List<MenuItem> of(TrayState desk, Instant now) {
        var items = new ArrayList<MenuItem>();
        items.add(new Command("Open svc", "", Action.Plain.OPEN, desk.state().answers()));
        items.add(new Line(Words.stateLine(desk)));
        if (!desk.keeper().isEmpty()) {
            items.add(new Line("Kept by " + desk.keeper()));
        }
        if (desk.orphans() > 0) {
            items.add(new Line(Words.orphans(desk.orphans())));
        }
        items.addAll(hosts(desk, now));
        items.add(new Rule());
        if (!desk.live().waiting().isEmpty()) {
            items.addAll(waiting(desk, now));
            items.add(new Rule());
        }
        items.addAll(service(desk));
        items.add(new Rule());
        items.addAll(updates(desk, now));
        items.add(new Rule());
        items.addAll(recovery(desk));
        items.add(new Rule());
        items.addAll(tray(desk));
        return List.copyOf(items);
    }

    private static List<MenuItem> hosts(TrayState desk, Instant now) {
        var fleet = desk.live().fleet();
        var items = new ArrayList<MenuItem>();
        if (!fleet.trouble().isEmpty()) {
            items.add(new Line(Words.trouble(fleet)));
        }
        if (!fleet.hosts().isEmpty()) {
            items.add(new Submenu(
                    "Other hosts",
                    Words.hosts(fleet),
                    Words.hostLines(fleet, MOST_HOSTS, now).stream()
                            .<MenuItem>map(Line::new)
                            .toList()));
        }
        return items;
    }

    private static List<MenuItem> waiting(TrayState desk, Instant now) {
        var sessions = desk.live().waiting().stream()
                .sorted(Comparator.comparing(LiveSession::since))
                .toList();
        var items = new ArrayList<MenuItem>(sessions.stream()
                .limit(MOST_SESSIONS)
                .flatMap(session -> waiting(session, now).stream())
                .toList());
        if (sessions.size() > MOST_SESSIONS) {
            items.add(new Line("and %d more".formatted(sessions.size() - MOST_SESSIONS)));
        }
        return items;
    }

    private static List<MenuItem> waiting(LiveSession session, Instant now) {
        return session.question().isEmpty()
                ? List.of(open(session, now))
                : List.of(open(session, now), answer(session));
    }

    private static MenuItem answer(LiveSession session) {
        return new Command(Words.question(session.question()), "Answer…", new Action.OpenQuestion(session.id()), true);
    }

    private static MenuItem open(LiveSession session, Instant now) {
        return new Command(
                Words.title(session.title()),
                Words.age(session.since(), now),
                new Action.OpenSession(session.id()),
                true);
    }

    private static List<MenuItem> service(TrayState desk) {
        boolean free = desk.doing().isEmpty();
        return List.of(
                new Command("Start svc", "", Action.Plain.START, free && mayStart(desk.state())),
                new Command("Stop svc, programs run on", "", Action.Plain.STOP, free && mayStop(desk.state())),
                new Command("Restart svc, programs run on", "", Action.Plain.RESTART, free && mayStop(desk.state())));
    }

    /// Whether a start could lead anywhere.
    public static boolean mayStart(ServiceState state) {
        return switch (state) {
            case ServiceState.Stopped _, ServiceState.Dead _, ServiceState.EnvGone _ -> true;
            case ServiceState.Running _,
                    ServiceState.OtherVersion _,
                    ServiceState.Starting _,
                    ServiceState.Stopping _,
                    ServiceState.Hanging _,
                    ServiceState.PortTaken _,
                    ServiceState.Unreadable _,
                    ServiceState.Unknown _ -> false;
        };
    }

    /// Whether there is something to end; a hanging one as much as one that answers.
    public static boolean mayStop(ServiceState state) {
        return switch (state) {
            case ServiceState.Running _, ServiceState.OtherVersion _, ServiceState.Starting _, ServiceState.Hanging _ ->
                true;
            case ServiceState.Stopped _,
                    ServiceState.Stopping _,
                    ServiceState.Dead _,
                    ServiceState.EnvGone _,
                    ServiceState.PortTaken _,
                    ServiceState.Unreadable _,
                    ServiceState.Unknown _ -> false;
        };
    }

    /// What became of the last update stands above what was found since.
    private static List<MenuItem> updates(TrayState desk, Instant now) {
        if (!desk.isReadable()) {
            return List.of(new Line("Updates need settings that can be read"));
        }
        var updates = desk.updates();
        var items = new ArrayList<MenuItem>();
        String outcome = updates.outcome().sentence(now);
        if (!outcome.isEmpty()) {
            items.add(new Line(Words.question(outcome)));
        }
        items.add(update(updates));
        if (desk.offersFormer()) {
            items.add(new Command("Go back to %s…".formatted(updates.former()), "", Action.Plain.GO_BACK, true));
        }
        items.add(new Check(
                "Update by itself, once a day", new Action.SetAutoUpdate(!updates.byItself()), updates.byItself()));
        items.add(new Submenu(
                "What updates bring",
                updates.channel(),
                List.of(channel("stable", "released versions", updates), channel("main", "every change", updates))));
        return items;
    }

    private static MenuItem channel(String name, String brings, Updates updates) {
        return new Choice(name + ": " + brings, new Action.SetChannel(name), name.equals(updates.channel()));
    }

    private static MenuItem update(Updates updates) {
        return switch (updates.state()) {
            case UpdateState.Available _ -> new Command(updates.offer(), "", Action.Plain.APPLY_UPDATE, true);
            case UpdateState.Running running ->
                new Command(Words.title(running.sentence()), "", Action.Plain.SHOW_WINDOW, true);
            case UpdateState.Current current ->
                new Command(updates.offer(), current.version() + " is the newest", Action.Plain.CHECK_UPDATE, true);
            case UpdateState.Unknown _, UpdateState.Unclear _ ->
                new Command(updates.offer(), "", Action.Plain.CHECK_UPDATE, true);
        };
    }

    private static List<MenuItem> recovery(TrayState desk) {
        return List.of(
                new Command("Turn two-factor off…", "", Action.Plain.CLEAR_TWO_FACTOR, desk.isReadable()),
                new Command("Make a new password…", "", Action.Plain.RESET_PASSWORD, desk.isReadable()));
    }

    private static List<MenuItem> tray(TrayState desk) {
        return List.of(
                new Check(
                        "Start the tray at login",
                        new Action.SetStartAtLogin(!desk.startsAtLogin()),
                        desk.startsAtLogin()),
                new Command("Show window", "", Action.Plain.SHOW_WINDOW, true),
                new Command("Show the log", "", Action.Plain.SHOW_LOG, desk.isReadable()),
                new Command(
                        desk.state().answers() ? "Quit the tray, svc runs on" : "Quit the tray",
                        "",
                        Action.Plain.QUIT,
                        true));
    }
}
