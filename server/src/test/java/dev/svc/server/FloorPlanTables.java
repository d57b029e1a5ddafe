package dev.svc.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The tables of docs/architecture.md, read: rooms and whom they may know, the floors inside a room, and who may touch
/// which library. What cannot be read is a failure, never a rule less.
final class FloorPlanTables {
    private static final String ROOMS = "## Rooms of the server";
    private static final String FLOORS = "## Inside the rooms";
    private static final String LIBRARIES = "## Libraries of the server";

    private static final Pattern WORD = Pattern.compile("`([^`]+)`");
    private static final String EVERYONE = "every room";
    private static final String BUT = " but ";

    /// One row of the table of rooms.
    private record Room(boolean knowsEveryone, Set<String> named, String reason) {}

    /// @param rooms those that may touch it
    record Library(String name, Set<String> rooms, String reason) {}

    /// The packages of a room from top to bottom. Each knows those below it; those beside it are strangers.
    record Floors(List<Set<String>> topDown, String reason) {
        Optional<String> broken(String from, String to) {
            boolean down = from.equals(to) || level(from) < level(to);
            return down ? Optional.empty() : Optional.of(reason);
        }

        private int level(String name) {
            for (int level = 0; level < topDown.size(); level++) {
                if (topDown.get(level).contains(name)) {
                    return level;
                }
            }
            throw new AssertionError(name + " stands on no floor of docs/architecture.md");
        }
    }

    private final Map<String, Room> rooms = new LinkedHashMap<>();
    private final Map<String, Floors> floors = new HashMap<>();
    private final List<Library> libraries = new ArrayList<>();
    private final Set<String> withoutInputOutput = new HashSet<>();

    private FloorPlanTables(List<String> page) {
        rows(page, ROOMS).forEach(this::room);
        rows(page, FLOORS).forEach(this::floor);
        rows(page, LIBRARIES).forEach(this::library);
    }

    static FloorPlanTables read() {
        try {
            return new FloorPlanTables(Files.readAllLines(Path.of("../docs/architecture.md")));
        } catch (IOException missing) {
            throw new AssertionError("docs/architecture.md cannot be read", missing);
        }
    }

    /// The rooms by name; `engine.*` and `wiring.*` stand for those below them, the empty name for the root.
    Set<String> rooms() {
        return rooms.keySet();
    }

    List<Library> libraries() {
        return libraries;
    }

    Set<String> withoutInputOutput() {
        return withoutInputOutput;
    }

    boolean isFloorOf(String room, String name) {
        return floors(room)
                .filter(its -> its.topDown().stream().anyMatch(floor -> floor.contains(name)))
                .isPresent();
    }

    Optional<Floors> floors(String room) {
        return Optional.ofNullable(floors.get(room));
    }

    boolean mayKnow(String from, String to) {
        var row = row(from);
        boolean named = row.named().contains(to);
        return row.knowsEveryone() ? !named && !isAbove(from, to) : named;
    }

    /// The rooms that know everyone are known by those above them only: the root stands above `wiring`.
    private static boolean isAbove(String from, String to) {
        return to.isEmpty() || (to.startsWith("wiring.") && !from.isEmpty());
    }

    String reason(String room) {
        return row(room).reason();
    }

    private Room row(String room) {
        var row = rooms.getOrDefault(room, rooms.get(room.split("\\.", -1)[0] + ".*"));
        if (row == null) {
            throw new AssertionError("docs/architecture.md has no row for the room " + room);
        }
        return row;
    }

    private void room(List<String> cells) {
        String name = cells.get(0).equals("the root") ? "" : words(cells.get(0)).getFirst();
        String known = cells.get(2);
        boolean everyone = known.startsWith(EVERYONE);
        require(everyone || known.equals("nothing") || known.startsWith("`"), known);
        require(!everyone || known.equals(EVERYONE) || known.startsWith(EVERYONE + BUT), known);
        require(rooms.put(name, new Room(everyone, Set.copyOf(words(known)), cells.get(3))) == null, name);
        if (cells.get(1).contains("no input or output")) {
            withoutInputOutput.add(name);
        }
    }

    private void floor(List<String> cells) {
        var topDown = new ArrayList<Set<String>>();
        for (String floor : cells.get(1).split(" → ", -1)) {
            var names = new LinkedHashSet<>(words(floor));
            require(!names.isEmpty(), floor);
            topDown.add(names);
        }
        require(floors.put(words(cells.get(0)).getFirst(), new Floors(topDown, cells.get(2))) == null, cells.get(0));
    }

    private void library(List<String> cells) {
        var rooms = words(cells.get(1)).stream().collect(Collectors.toSet());
        if (cells.get(1).contains("the root")) {
            rooms.add("");
        }
        libraries.add(new Library(words(cells.get(0)).getFirst(), rooms, cells.get(2)));
    }

    /// The rows of the first table below a heading, without its head.
    private static List<List<String>> rows(List<String> page, String heading) {
        int start = page.indexOf(heading);
        require(start >= 0, heading);
        var rows = page.subList(start, page.size()).stream()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> List.of(line.substring(1, line.length() - 1).split("\\|", -1)).stream()
                        .map(String::strip)
                        .toList())
                .toList();
        require(!rows.isEmpty(), heading);
        return rows;
    }

    private static List<String> words(String cell) {
        return WORD.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    private static void require(boolean readable, String what) {
        if (!readable) {
            throw new AssertionError("docs/architecture.md: this cannot be read: " + what);
        }
    }
}
