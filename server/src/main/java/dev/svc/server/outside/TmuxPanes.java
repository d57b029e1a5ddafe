package dev.svc.server.outside;

import dev.svc.server.engine.Launch;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.outside.OutsidePrograms.Extent;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.shared.control.Command;
import dev.svc.shared.control.ControlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Panes of the person's own tmux servers. The variable that a process was given says which server; whether the process
/// still is in a pane of it is asked of the server, for variables are inherited. Used by one thread at a time.
final class TmuxPanes {
    private static final Logger LOG = Logger.getLogger(TmuxPanes.class.getName());
    private static final Pattern PANE = Pattern.compile("%[0-9]{1,9}");

    /// One line a pane; what people name comes last, for it may hold anything.
    private static final String FORMAT =
            "#{pane_tty}\t#{pane_id}\t#{session_id}\t#{window_index}\t#{pane_index}\t#{session_name}";

    /// A view of a session that svc opened is a member of its group; the person's own is meant.
    private static final String OURS = "svc-";

    private static final Pattern LINE = Pattern.compile(
            "(/dev/[^\t]{1,100})\t(%[0-9]{1,9})\t([$][0-9]{1,9})\t([0-9]{1,6})\t([0-9]{1,6})\t(.{1,200}).*");

    private static final String CLIENT = "client ";
    private static final Set<String> NOT_COUNTED = Set.of("ignore-size", "suspended");
    private static final Pattern WINDOW = Pattern.compile("window ([0-9]{1,5}) ([0-9]{1,5}) ([a-z]{1,20})");

    /// What the option that says so is set to.
    private final Command commands;
    private final Optional<Path> tmux;
    private final Path home;
    private final InstantSource clock;
    private final Duration patience;

    /// By the sockets of the servers, as processes name them.
    private final Map<String, Listing> listings = new HashMap<>();

    /// @param home of the person, whose servers are the only ones that are asked
    /// @param patience how long a server may take for its answer
    TmuxPanes(Command commands, Path home, InstantSource clock, Duration patience) {
        this.commands = commands;
        this.tmux = commands.find("tmux");
        this.home = home;
        this.clock = clock;
        this.patience = patience;
    }

    /// A pane as its server says it is.
    private record Pane(String terminal, Place place) {}

    /// What a server said.
    ///
    /// @param panes by their ids; of those with one id the first counts
    private record Listing(Map<String, Pane> panes, Instant at) {}

    /// The pane that shows the process; empty where none does, or where that cannot be known.
    ///
    /// @param since an answer that the server gave before then is too old
    Optional<Place> find(LivingProcess process, Instant since) {
        var told = process.environment().getOrDefault("TMUX", "");
        var pane = process.environment().getOrDefault("TMUX_PANE", "");
        int end = told.indexOf(',');
        var terminal = process.terminal();
        if (tmux.isEmpty() || end <= 0 || !PANE.matcher(pane).matches() || terminal == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(
                        panes(tmux.get(), told.substring(0, end), since).get(pane))
                .filter(it -> it.terminal().equals(terminal.toString()))
                .map(Pane::place);
    }

    /// When the server of this process was asked last; empty where it has none.
    Optional<Instant> asked(LivingProcess process) {
        var told = process.environment().getOrDefault("TMUX", "");
        return Optional.ofNullable(listings.get(told.substring(0, Math.max(told.indexOf(','), 0))))
                .map(Listing::at);
    }

    /// Forgets what servers said before then.
    void forget(Instant before) {
        listings.values().removeIf(it -> it.at().isBefore(before));
    }

    /// One answer names all panes of a server: asking costs a process, so it serves all that run there.
    private Map<String, Pane> panes(Path program, String named, Instant since) {
        var known = listings.get(named);
        if (known == null || known.at().isBefore(since)) {
            var at = clock.instant();
            known = new Listing(socket(named).map(it -> list(program, it)).orElseGet(Map::of), at);
            listings.put(named, known);
        }
        return known.panes();
    }

    /// A server of somebody else is left alone, even if it would answer.
    private Optional<Path> socket(String named) {
        try {
            var socket = Path.of(named);
            return socket.isAbsolute()
                            && Files.exists(socket)
                            && Files.getOwner(socket, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(home))
                    ? Optional.of(socket)
                    : Optional.empty();
        } catch (IOException | InvalidPathException | SecurityException gone) {
            return Optional.empty();
        }
    }

    private Map<String, Pane> list(Path program, Path socket) {
        Command.Outcome outcome;
        try {
            outcome = commands.run(
                    patience, List.of(program.toString(), "-S", socket.toString(), "list-panes", "-a", "-F", FORMAT));
        } catch (ControlException silent) {
            LOG.log(Level.FINE, silent, () -> "the tmux server at " + socket + " does not answer");
            return Map.of();
        }
        var panes = new HashMap<String, Pane>();
        if (outcome.succeeded()) {
            outcome.output()
                    .lines()
                    .map(LINE::matcher)
                    .filter(line -> line.matches() && !line.group(6).startsWith(OURS))
                    .forEach(line -> panes.putIfAbsent(line.group(2), pane(program, socket, line)));
        }
        return panes;
    }

    private Pane pane(Path program, Path socket, MatchResult line) {
        var name = "%s:%s.%s".formatted(line.group(6), line.group(4), line.group(5));
        var pane = line.group(2);
        var session = line.group(3);
        var window = line.group(4);
        return new Pane(
                line.group(1),
                new Place(
                        Where.TMUX,
                        name,
                        () -> entry(program, socket, session, window, pane),
                        () -> extent(program, socket, pane)));
    }

    /// How large a client without status lines has to be that shows the pane's window whole. Clients that say
    /// `ignore-size`, as those that svc opens do, only count while there is no other one.
    private Optional<Extent> extent(Path program, Path socket, String pane) {
        try {
            var outcome = commands.run(
                    patience,
                    List.of(
                            program.toString(),
                            "-S",
                            socket.toString(),
                            "list-clients",
                            "-F",
                            "client #{client_flags}",
                            ";",
                            "display-message",
                            "-p",
                            "-t",
                            pane,
                            "window #{window_width} #{window_height} #{window-size}"));
            return outcome.succeeded() ? read(outcome.output().lines().toList()) : Optional.empty();
        } catch (ControlException silent) {
            LOG.log(Level.FINE, silent, () -> "the tmux server at " + socket + " does not answer");
            return Optional.empty();
        }
    }

    /// Empty for anything else than such an answer.
    static Optional<Extent> read(List<String> lines) {
        boolean watched = lines.stream()
                .filter(line -> line.startsWith(CLIENT))
                .map(line -> List.of(line.substring(CLIENT.length()).split(",", -1)))
                .anyMatch(flags -> Collections.disjoint(flags, NOT_COUNTED));
        return lines.stream()
                .map(WINDOW::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .map(window -> new Extent(
                        Integer.parseInt(window.group(1)),
                        Integer.parseInt(window.group(2)),
                        watched || window.group(3).equals("manual")));
    }

    /// A session of the same group, with a current window and an active pane of its own; its size does not count. It
    /// has
    /// no status line: what is read from its screen stands where the program put it. It goes with its terminal.
    private static Launch entry(Path program, Path socket, String session, String window, String pane) {
        var name = OURS + UUID.randomUUID();
        return new Launch(
                List.of(
                        program.toString(),
                        "-S",
                        socket.toString(),
                        "new-session",
                        "-t",
                        session,
                        "-s",
                        name,
                        "-f",
                        "ignore-size,active-pane",
                        ";",
                        "set-option",
                        "destroy-unattached",
                        "on",
                        ";",
                        "set-option",
                        "status",
                        "off",
                        ";",
                        "select-window",
                        "-t",
                        "=" + name + ":" + window,
                        ";",
                        "select-pane",
                        "-t",
                        pane),
                Map.of());
    }
}
