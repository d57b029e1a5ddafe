package dev.svc.server.engine.opencode;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.opencode.ask.OpencodeServers;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Remembered;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sighting.WayIn;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// opencode's processes: by the session that their words name, else by what was written to last in their folder. Only
/// one that was given a port says what it does.
final class OpencodeSightings implements Sightings {
    private static final Set<String> SERVERS = Set.of("serve", "web");
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final int LAST_PORT = 65_535;

    private final OpencodePlace place;
    private final OpencodeDatabase database;
    private final OpencodeServers servers;
    private final Remembered<String> newest = new Remembered<>();

    private Rows rows = new Rows(Optional.empty(), Optional.empty(), List.of());

    /// The list of sessions, and the files it was read from.
    private record Rows(Optional<FileStamp> database, Optional<FileStamp> log, List<SessionRow> all) {}

    OpencodeSightings(OpencodePlace place, OpencodeServers servers) {
        this.place = place;
        this.database = new OpencodeDatabase(place.database(), place.brand().key());
        this.servers = servers;
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, place.brand().name())
                && !place.brand().isSilent(verb(argv));
    }

    /// The first word behind the command, or behind the script of an interpreter.
    private String verb(List<String> argv) {
        int at = LivingProcess.isCommand(
                        argv.subList(0, Math.min(1, argv.size())), place.brand().name())
                ? 1
                : 2;
        return argv.size() > at ? argv.get(at) : "";
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        var own = processes.own();
        var parents = own.stream().map(LivingProcess::parent).collect(Collectors.toSet());
        var ports = new HashMap<LivingProcess, Integer>();
        var leaves = own.stream().filter(it -> !parents.contains(it.pid())).toList();
        leaves.forEach(it -> port(it).ifPresent(port -> ports.put(it, port)));
        servers.ask(Set.copyOf(ports.values()));
        var seen = new ArrayList<Sighting>();
        for (var process : leaves) {
            var port = ports.get(process);
            var told = port == null ? Optional.<Map<String, State>>empty() : servers.of(port);
            if (SERVERS.contains(verb(process.argv()))) {
                told.ifPresent(all -> all.forEach((id, state) ->
                        seen.add(new Sighting(id, process, state, wayIn(process, port, id), true, false))));
            } else {
                inTerminal(process, port, told).ifPresent(seen::add);
            }
        }
        newest.keep(own);
        return seen;
    }

    /// Ending a terminal that is attached to a server leaves the session running.
    private Optional<Sighting> inTerminal(
            LivingProcess process, @Nullable Integer port, Optional<Map<String, State>> told) {
        var said = Optional.ofNullable(process.valueOf("-s", "--session"))
                .filter(id -> Brand.ID.matcher(id).matches());
        boolean isGuest = verb(process.argv()).equals("attach");
        return said.or(() -> isGuest ? Optional.empty() : newest.of(process, () -> newest(process)))
                .map(id -> new Sighting(
                        id,
                        process,
                        told.map(all -> all.getOrDefault(id, State.of(Status.IDLE)))
                                .orElse(State.UNKNOWN),
                        told.isPresent() ? wayIn(process, port, id) : null,
                        said.isPresent(),
                        !isGuest));
    }

    private @Nullable WayIn wayIn(LivingProcess process, @Nullable Integer port, String id) {
        var folder = process.folder();
        if (port == null || folder == null) {
            return null;
        }
        var where = SERVERS.contains(verb(process.argv())) ? Where.DAEMON : null;
        return new WayIn(
                List.of("attach", "http://127.0.0.1:" + port, "-s", id, "--dir", folder.toString()), where, null);
    }

    private Optional<Integer> port(LivingProcess process) {
        return Optional.ofNullable(process.valueOf("--port"))
                .filter(it -> PORT.matcher(it).matches())
                .map(Integer::valueOf)
                .filter(it -> it <= LAST_PORT && !verb(process.argv()).equals("attach"));
    }

    private Optional<String> newest(LivingProcess process) {
        var folder = process.folder();
        if (folder == null) {
            return Optional.empty();
        }
        long start = process.startedAt().toEpochMilli();
        return all().stream()
                .filter(it -> it.parent() == null
                        && !it.archived()
                        && folder.toString().equals(it.folder()))
                .filter(it -> it.updated() >= start)
                .max(Comparator.comparingLong(SessionRow::updated))
                .map(SessionRow::id);
    }

    /// A database that has not changed is not opened.
    private List<SessionRow> all() {
        var now = new Rows(StoreFile.stamp(place.database()), StoreFile.stamp(place.log()), List.of());
        if (!now.database().equals(rows.database()) || !now.log().equals(rows.log())) {
            rows = new Rows(now.database(), now.log(), now.database().isEmpty() ? List.of() : read());
        }
        return rows.all();
    }

    private List<SessionRow> read() {
        try {
            return database.rows();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    @Override
    public void listen(Runnable again) {
        servers.listen(again);
    }

    @Override
    public void close() {
        servers.close();
    }
}
