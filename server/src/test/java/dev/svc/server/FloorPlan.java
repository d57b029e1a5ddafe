package dev.svc.server;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Who may know whom in the server, as the tables of docs/architecture.md say it.
final class FloorPlan {
    private static final String ROOT = "";

    /// These are divided into rooms of their own below their package: one for each program, one for each adapted room.
    private static final Set<String> DIVIDED = Set.of("engine", "wiring");

    private static final List<String> INPUT_OUTPUT =
            List.of("java.io.", "java.nio.file.", "java.nio.channels.", "java.net.", "java.sql.");

    /// Interfaces of those packages that only declare.
    private static final Set<String> NAMES_WITHOUT_EFFECT = Set.of("java.io.Serializable", "java.io.Closeable");

    private final FloorPlanTables tables;
    private final String root;

    /// Takes the package that the rooms lie in.
    FloorPlan(FloorPlanTables tables, String root) {
        this.tables = tables;
        this.root = root;
    }

    /// Every forbidden import, as a sentence with the reason for the rule.
    List<String> violations(JavaClasses classes) {
        return classes.stream().flatMap(this::violations).sorted().toList();
    }

    private Stream<String> violations(JavaClass from) {
        if (relative(from).isEmpty()) {
            return Stream.empty();
        }
        return from.getDirectDependenciesFromSelf().stream()
                .map(Dependency::getTargetClass)
                .distinct()
                .flatMap(to -> broken(from, to)
                        .map(reason -> "%s must not know %s: %s".formatted(from.getName(), to.getName(), reason))
                        .stream());
    }

    /// The reason for the rule that this dependency breaks.
    private Optional<String> broken(JavaClass from, JavaClass to) {
        String source = relative(from).orElseThrow();
        return relative(to)
                .map(target -> brokenInside(source, target))
                .orElseGet(() -> brokenOutside(room(source), to.getName()));
    }

    private Optional<String> brokenInside(String from, String to) {
        if (!room(from).equals(room(to))) {
            return tables.mayKnow(room(from), room(to)) ? Optional.empty() : Optional.of(tables.reason(room(from)));
        }
        return tables.floors(room(from)).flatMap(floors -> floors.broken(from, to));
    }

    private Optional<String> brokenOutside(String from, String name) {
        if (tables.withoutInputOutput().contains(from)
                && INPUT_OUTPUT.stream().anyMatch(name::startsWith)
                && !NAMES_WITHOUT_EFFECT.contains(name)) {
            return Optional.of("it does no input or output");
        }
        return tables.libraries().stream()
                .filter(library -> name.startsWith(library.name() + ".")
                        && !library.rooms().contains(from))
                .map(FloorPlanTables.Library::reason)
                .findFirst();
    }

    /// The package below the root of the rooms; empty for a stranger.
    private Optional<String> relative(JavaClass type) {
        String name = type.getPackageName();
        if (name.equals(root)) {
            return Optional.of(ROOT);
        }
        return name.startsWith(root + ".") ? Optional.of(name.substring(root.length() + 1)) : Optional.empty();
    }

    /// `catalog` for that package and those below it; `engine.codex` for a program's own, `wiring.update` for what
    /// adapts a room.
    private String room(String relative) {
        String[] parts = relative.split("\\.", -1);
        boolean own = parts.length > 1 && DIVIDED.contains(parts[0]) && !tables.isFloorOf(parts[0], relative);
        return own ? parts[0] + "." + parts[1] : parts[0];
    }
}
