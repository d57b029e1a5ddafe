package dev.svc.tray;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who may know whom in the tray: the table of docs/architecture.md.
class FloorPlanTest {
    private static final String ROOT = "dev.svc.tray";

    /// Room → the rooms it may import; the root may import all, and nobody the root.
    private static final Map<String, Set<String>> NEIGHBOURS =
            Map.of("menu", Set.of(), "host", Set.of("menu"), "platform", Set.of("menu"), "window", Set.of("menu"));

    /// A library → the only room that may touch it.
    private static final Map<String, String> TOOLS = Map.of(
            "java.awt", "platform", "org.freedesktop.dbus", "platform", "javafx", "window", "com.sun.glass", "window");

    /// The stage of a window is handed around by the root.
    private static final Set<String> FOR_THE_ROOT = Set.of("javafx.stage.Stage", "javafx.scene.Parent");

    @Test
    void nobody_knows_a_room_or_a_library_that_is_kept_from_it() {
        assertThat(production().stream().flatMap(FloorPlanTest::violations)).isEmpty();
    }

    @Test
    void the_menu_draws_nothing_and_asks_nobody() {
        assertThat(production().stream()
                        .filter(type -> room(type).equals("menu"))
                        .flatMap(type -> targets(type))
                        .map(JavaClass::getName))
                .noneMatch(name -> (name.startsWith("java.io.") && !name.equals("java.io.Serializable"))
                        || name.startsWith("java.nio.")
                        || name.startsWith("java.net.http."));
    }

    @Test
    void the_tray_knows_nothing_of_the_server() {
        assertThat(production().stream().flatMap(FloorPlanTest::targets).map(JavaClass::getName))
                .noneMatch(name -> name.startsWith("dev.svc.server"));
    }

    @ParameterizedTest
    @CsvSource({
        "host, java.awt.Color",
        "platform, com.sun.glass.ui.Application",
        "window, org.freedesktop.dbus.Struct",
        "menu, javafx.scene.Node",
        "window, dev.svc.tray.host.Host",
        "platform, dev.svc.tray.window.Fx",
        "menu, dev.svc.tray.host.Host",
        "host, dev.svc.tray.Main",
    })
    void a_violation_would_be_noticed(String from, String to) {
        assertThat(isAllowed(from, to)).isFalse();
    }

    private static Stream<String> violations(JavaClass from) {
        return targets(from)
                .filter(to -> !isAllowed(room(from), to.getName()))
                .map(to -> from.getName() + " must not know " + to.getName());
    }

    private static Stream<JavaClass> targets(JavaClass from) {
        return from.getDirectDependenciesFromSelf().stream()
                .map(Dependency::getTargetClass)
                .distinct();
    }

    private static boolean isAllowed(String from, String to) {
        if (to.startsWith(ROOT + ".")) {
            String room = roomOf(to);
            return room.equals(from)
                    || from.isEmpty()
                    || NEIGHBOURS.getOrDefault(from, Set.of()).contains(room);
        }
        return (from.isEmpty() && FOR_THE_ROOT.contains(to))
                || TOOLS.entrySet().stream()
                        .filter(tool -> to.startsWith(tool.getKey() + "."))
                        .allMatch(tool -> tool.getValue().equals(from));
    }

    private static String room(JavaClass type) {
        return roomOf(type.getName());
    }

    private static String roomOf(String name) {
        List<String> parts = List.of(name.substring(ROOT.length() + 1).split("[.$]", -1));
        return NEIGHBOURS.containsKey(parts.getFirst()) ? parts.getFirst() : "";
    }

    private static JavaClasses production() {
        return new ClassFileImporter()
                .withImportOption((Location location) -> !location.contains("/test-classes/"))
                .importPackages(ROOT);
    }
}
