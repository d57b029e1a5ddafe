package dev.svc.tray.menu;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.Live;
import dev.svc.shared.live.LiveFleet;
import dev.svc.shared.live.LiveFleet.LiveHost;
import dev.svc.shared.live.LiveSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// How states, numbers and times are said, the same in menu, tooltip and window.
public final class Words {
    private static final int MOST = 60;
    private static final int MOST_OF_QUESTION = 120;

    private Words() {}

    /// The state in a line: `Running, 6 live, 2 questions wait`.
    public static String stateLine(TrayState desk) {
        if (!desk.doing().isEmpty()) {
            return desk.doing();
        }
        if (!(desk.state() instanceof ServiceState.Running)) {
            return desk.state().sentence();
        }
        String need = need(desk.live());
        return "Running, %d live%s".formatted(desk.live().sessions().size(), need.isEmpty() ? "" : ", " + need);
    }

    /// Questions that are known in words, and sessions that wait for something else; empty when nobody waits.
    public static String need(Live live) {
        var waiting = live.waiting();
        int questions =
                (int) waiting.stream().filter(it -> !it.question().isEmpty()).count();
        int others = waiting.size() - questions;
        if (questions == 0) {
            return others == 0 ? "" : others == 1 ? "1 needs you" : others + " need you";
        }
        String asked = questions == 1 ? "1 question waits" : questions + " questions wait";
        return others == 0
                ? asked
                : asked + (others == 1 ? ", 1 more needs you" : ", %d more need you".formatted(others));
    }

    /// What runs while the service does not; empty where nothing does.
    public static String orphans(int running) {
        return switch (running) {
            case 0 -> "";
            case 1 -> "1 program runs on; svc has it again when it runs.";
            default -> running + " programs run on; svc has them again when it runs.";
        };
    }

    /// How many of the other hosts are there: `all 3 are there`, `2 of 3 are there`.
    public static String hosts(LiveFleet fleet) {
        int all = fleet.hosts().size();
        int there = all - fleet.absent().size();
        if (all == 1) {
            return there == 1 ? "it is there" : "it is away";
        }
        return there == all ? "all %d are there".formatted(all) : "%d of %d are there".formatted(there, all);
    }

    /// A line for each host, those that are away first.
    ///
    /// @param most how many lines; the last one may count the rest
    public static List<String> hostLines(LiveFleet fleet, int most, Instant now) {
        var absent = fleet.absent();
        var lines = Stream.concat(absent.stream(), fleet.hosts().stream().filter(LiveHost::online))
                .map(host -> title(host.name()) + ": " + presence(host, now))
                .toList();
        return lines.size() <= most
                ? lines
                : Stream.concat(
                                lines.stream().limit(most - 1L),
                                Stream.of("and %d more".formatted(lines.size() - most + 1)))
                        .toList();
    }

    private static String presence(LiveHost host, Instant now) {
        if (host.online()) {
            return "there";
        }
        return host.lastSeen() == null ? "never heard" : "last seen " + ago(host.lastSeen(), now);
    }

    /// What is wrong with the connection to other hosts.
    public static String trouble(LiveFleet fleet) {
        return question("Other hosts: " + fleet.trouble() + ".");
    }

    /// `just now`, `2m ago`.
    public static String ago(Instant since, Instant now) {
        String age = age(since, now);
        return age.equals("now") ? "just now" : age + " ago";
    }

    /// `now`, `2m`, `3h`, `4d`.
    public static String age(Instant since, Instant now) {
        Duration age = Duration.between(since, now);
        if (age.toMinutes() < 1) {
            return "now";
        }
        if (age.toHours() < 1) {
            return age.toMinutes() + "m";
        }
        return age.toDays() < 1 ? age.toHours() + "h" : age.toDays() + "d";
    }

    /// The folder, and where outside svc it runs.
    public static String place(LiveSession session) {
        var outside = session.outside();
        return title(outside == null ? session.place() : session.place() + ", " + outside.words());
    }

    /// What the program does; `outside` where it runs without svc and does not say.
    public static String status(LiveSession session) {
        return session.status() == LiveSession.Status.UNKNOWN
                ? "outside"
                : session.status().name().toLowerCase(Locale.ROOT);
    }

    /// As [#title], with room for a question.
    public static String question(String text) {
        return line(text, MOST_OF_QUESTION);
    }

    /// On one line, without control characters, shortened: titles are written by programs.
    public static String title(String text) {
        return line(text, MOST);
    }

    private static String line(String text, int most) {
        String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ").strip();
        return line.codePointCount(0, line.length()) <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
    }
}
