package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloorPlanTest {
    private static final String ROOT = "dev.svc.server";

    /// More than that, and a newcomer reads a list instead of a name.
    private static final int CLASSES = 25;

    private static final FloorPlanTables TABLES = FloorPlanTables.read();

    /// Read once: reading them takes longer than looking at them.
    private static final JavaClasses PRODUCTION = production();

    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("planted");

    @Test
    void nobody_knows_a_room_that_the_floor_plan_keeps_from_it() {
        assertThat(new FloorPlan(TABLES, ROOT).violations(PRODUCTION)).isEmpty();
    }

    @Test
    void every_room_and_every_package_inside_one_is_in_the_tables() {
        assertThat(packages())
                .isNotEmpty()
                .allMatch(name -> TABLES.rooms().contains(name)
                        || TABLES.rooms().contains(name.split("\\.", -1)[0] + ".*")
                        || TABLES.isFloorOf(name.split("\\.", -1)[0], name));
    }

    @Test
    void no_package_has_more_classes_than_can_be_looked_over() {
        var classes = PRODUCTION.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(classes).allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(CLASSES));
    }

    @Test
    void a_simple_name_stands_once() {
        var places = PRODUCTION.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName, Collectors.mapping(JavaClass::getPackageName, Collectors.toSet())));
        assertThat(places).allSatisfy((name, packages) -> assertThat(packages).hasSize(1));
    }

    /// It reads the memory of the process on the way, and waits while the process is stuck there. `Liveness` says when
    /// one began and `ProcessMemory` what it runs, without that wait.
    @Test
    void java_is_asked_about_processes_only_by_those_who_know_that_it_may_wait() {
        assertThat(PRODUCTION.stream().filter(FloorPlanTest::asksAboutProcesses).map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("GitFolder", "Ground", "HandleTable", "Installer", "Used");
    }

    private static boolean asksAboutProcesses(JavaClass type) {
        return type.getCodeUnitCallsFromSelf().stream()
                        .anyMatch(it ->
                                isQuestion(it.getTargetOwner(), it.getTarget().getName()))
                || type.getCodeUnitReferencesFromSelf().stream()
                        .anyMatch(it ->
                                isQuestion(it.getTargetOwner(), it.getTarget().getName()));
    }

    private static boolean isQuestion(JavaClass owner, String method) {
        return owner.isAssignableTo(ProcessHandle.class) && method.equals("info");
    }

    @Test
    void every_package_is_null_marked() {
        List<String> unmarked = PRODUCTION.stream()
                .map(type -> type.getPackage())
                .distinct()
                .filter(room -> !room.isAnnotatedWith("org.jspecify.annotations.NullMarked"))
                .map(room -> room.getName())
                .toList();
        assertThat(unmarked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "planted.session.KnowsEngine, planted.engine.Store",
        "planted.session.ReadsFiles, java.nio.file.Files",
        "planted.metadata.KnowsJournal, planted.journal.Tape",
        "planted.metadata.ReadsFiles, java.io.File",
        "planted.engine.KnowsProgram, planted.engine.codex.Codex",
        "planted.engine.claudecode.KnowsSibling, planted.engine.codex.Codex",
        "planted.journal.KnowsCatalog, planted.catalog.Rows",
        "planted.catalog.KnowsTerminal, planted.terminal.Screen",
        "planted.catalog.KnowsHelidon, io.helidon.webserver.WebServer",
        "planted.terminal.KnowsCatalog, planted.catalog.Rows",
        "planted.auth.KnowsHttp, planted.http.Table",
        "planted.http.KnowsCli, planted.cli.Words",
        "planted.http.KnowsRoot, planted.Everything",
        "planted.cli.KnowsHttp, planted.http.Table",
        "planted.http.gate.KnowsAccount, planted.http.account.Door",
        "planted.http.account.KnowsSession, planted.http.session.Rows",
        "planted.engine.file.KnowsEngine, planted.engine.Store",
        "planted.wiring.review.KnowsRoot, planted.Everything",
        "planted.wiring.review.KnowsSibling, planted.wiring.update.Updating",
        "planted.http.KnowsWiring, planted.wiring.update.Updating",
        "planted.cli.KnowsChronicle, net.openhft.chronicle.queue.ChronicleQueue",
    })
    void a_planted_violation_is_caught(String from, String to) {
        assertThat(new FloorPlan(TABLES, "planted").violations(PLANTED))
                .anyMatch(found -> found.startsWith(from + " must not know " + to + ": "));
    }

    @Test
    void what_is_allowed_is_not_caught() {
        assertThat(new FloorPlan(TABLES, "planted").violations(PLANTED))
                .noneMatch(found -> found.startsWith("planted.Everything"));
    }

    private static Set<String> packages() {
        return PRODUCTION.stream()
                .map(type -> type.getPackageName().substring(ROOT.length()))
                .filter(rest -> !rest.isEmpty())
                .map(rest -> rest.substring(1))
                .collect(Collectors.toSet());
    }

    private static JavaClasses production() {
        ImportOption withoutTests = (Location location) -> !location.contains("/test-classes/");
        return new ClassFileImporter().withImportOption(withoutTests).importPackages(ROOT);
    }
}
