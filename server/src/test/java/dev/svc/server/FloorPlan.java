package dev.svc.server;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Who may know whom in the server: the table of docs/architecture.md, read by a test.
final class FloorPlan {
    private static final String ROOT = "";
    private static final String ENGINES = "engine.";

    /// What adapts rooms to each other: one package a room, strangers to each other.
    private static final String WIRING = "wiring.";

    /// Room → the rooms it may import. The root may import all; `http` and `cli` all but each other.
    private static final Map<String, Set<String>> NEIGHBOURS = Map.ofEntries(
            Map.entry("session", Set.of()),
            Map.entry("texts", Set.of()),
            Map.entry("metadata", Set.of("session")),
            Map.entry("setting", Set.of("session", "metadata")),
            Map.entry("engine", Set.of("session")),
            Map.entry("journal", Set.of("session", "metadata")),
            Map.entry("backup", Set.of("session", "metadata", "journal")),
            Map.entry("sidecar", Set.of("session", "metadata")),
            Map.entry("catalog", Set.of("session", "metadata", "engine")),
            Map.entry("transcript", Set.of("session", "engine", "texts")),
            Map.entry("terminal", Set.of("session", "engine")),
            Map.entry("auth", Set.of("session")),
            Map.entry("demo", Set.of("session")),
            Map.entry("review", Set.of("session")),
            Map.entry("update", Set.of("session")));

    private static final Set<String> FRONT_ROOMS = Set.of("http", "cli");

    /// A library → the rooms that may touch it.
    private static final Map<String, Set<String>> TOOLS = Map.of(
            "io.helidon", Set.of("http", ROOT),
            "net.openhft", Set.of("journal"),
            "com.pty4j", Set.of("terminal"),
            "org.sqlite", Set.of("engine"),
            "org.commonmark", Set.of("transcript"),
            "picocli", Set.of("cli"));

    private static final Set<String> WITHOUT_INPUT_OUTPUT = Set.of("session", "metadata");
    private static final List<String> INPUT_OUTPUT =
            List.of("java.io.", "java.nio.file.", "java.nio.channels.", "java.net.", "java.sql.");

    /// Interfaces of those packages that promise something and do nothing.
    private static final Set<String> NAMES_WITHOUT_EFFECT = Set.of("java.io.Serializable", "java.io.Closeable");

    private final String root;

    /// Takes the package that the rooms lie in.
    FloorPlan(String root) {
        this.root = root;
    }

    /// Every forbidden import, as a sentence.
    List<String> violations(JavaClasses classes) {
        return classes.stream().flatMap(this::violations).sorted().toList();
    }

    private Stream<String> violations(JavaClass from) {
        Optional<String> room = room(from);
        if (room.isEmpty()) {
            return Stream.empty();
        }
        return from.getDirectDependenciesFromSelf().stream()
                .map(Dependency::getTargetClass)
                .distinct()
                .filter(to -> !isAllowed(room.get(), to))
                .map(to -> from.getName() + " must not know " + to.getName());
    }

    private boolean isAllowed(String from, JavaClass to) {
        Optional<String> room = room(to);
        return room.map(target -> mayImport(from, target)).orElseGet(() -> mayUse(from, to.getName()));
    }

    private static boolean mayImport(String from, String to) {
        if (from.equals(to) || from.equals(ROOT)) {
            return true;
        }
        if (to.equals(ROOT) || to.startsWith(WIRING)) {
            return false;
        }
        if (from.startsWith(WIRING)) {
            return true;
        }
        if (FRONT_ROOMS.contains(from)) {
            return !FRONT_ROOMS.contains(to);
        }
        if (from.startsWith(ENGINES)) {
            return to.equals("engine") || to.equals("session");
        }
        return NEIGHBOURS.getOrDefault(from, Set.of()).contains(to);
    }

    private static boolean mayUse(String from, String name) {
        if (WITHOUT_INPUT_OUTPUT.contains(from) && INPUT_OUTPUT.stream().anyMatch(name::startsWith)) {
            return NAMES_WITHOUT_EFFECT.contains(name);
        }
        return TOOLS.entrySet().stream()
                .filter(tool -> name.startsWith(tool.getKey() + "."))
                .allMatch(tool -> tool.getValue().contains(from));
    }

    /// `catalog` for a class of that package or below it; `engine.codex` for a program's own, `wiring.update` for what
    /// adapts a room; empty for a stranger.
    private Optional<String> room(JavaClass type) {
        String name = type.getPackageName();
        if (!name.equals(root) && !name.startsWith(root + ".")) {
            return Optional.empty();
        }
        String[] parts = name.equals(root)
                ? new String[] {ROOT}
                : name.substring(root.length() + 1).split("\\.", -1);
        boolean divided = parts.length > 1 && (parts[0].equals("engine") || parts[0].equals("wiring"));
        return Optional.of(divided ? parts[0] + "." + parts[1] : parts[0]);
    }

    /// The rooms that the plan knows, for a test that none is missing from it.
    static boolean knows(String room) {
        return NEIGHBOURS.containsKey(room) || FRONT_ROOMS.contains(room) || WIRING.equals(room + ".");
    }
}
