package dev.svc.shared.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Platform.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What sentences call the command of an installation.
final class OwnCommandTest {
    @TempDir
    private Path place;

    private Path person;
    private Path home;
    private Path root;

    @BeforeEach
    void release() throws IOException {
        person = Files.createDirectories(place.toRealPath().resolve("person"));
        home = person.resolve(".local/share/svc");
        root = Files.createDirectories(home.resolve("releases/1/src"));
        program(root.resolve("svc"));
        Files.createFile(root.resolve(".release"));
        Files.createSymbolicLink(home.resolve("current"), Path.of("releases/1"));
    }

    private static void program(Path file) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private String line(Path from, String... environment) {
        var given = new HashMap<String, String>();
        for (int i = 0; i < environment.length; i += 2) {
            given.put(environment[i], environment[i + 1]);
        }
        return new OwnCommand(new Platform(Family.LINUX, person, Map.copyOf(given)), Optional.of(from)).with("doctor");
    }

    private Path link() throws IOException {
        Path bin = Files.createDirectories(person.resolve(".local/bin"));
        return Files.createSymbolicLink(bin.resolve("svc"), home.resolve("current/src/svc"));
    }

    @Test
    void a_release_is_called_behind_the_link_that_outlives_it() {
        assertThat(line(root)).isEqualTo("~/.local/share/svc/current/src/svc doctor");
    }

    @Test
    void a_linked_one_is_called_by_its_link_and_by_its_name_alone_where_path_leads_there() throws IOException {
        Path link = link();
        assertThat(line(root)).isEqualTo("~/.local/bin/svc doctor");
        assertThat(line(root, "PATH", "/nowhere:" + link.getParent())).isEqualTo("svc doctor");
    }

    @Test
    void somebody_elses_svc_on_path_is_not_ours() throws IOException {
        Path other = place.resolve("other/svc");
        program(other);
        link();
        assertThat(line(root, "PATH", other.getParent() + ":" + person.resolve(".local/bin")))
                .isEqualTo("~/.local/bin/svc doctor");
    }

    @Test
    void an_instance_and_a_home_elsewhere_are_named_and_the_own_home_is_not() {
        assertThat(line(root, "SVC_HOME", home.toString(), "SVC_INSTANCE", "work"))
                .isEqualTo("SVC_INSTANCE=work ~/.local/share/svc/current/src/svc doctor");
        assertThat(line(root, "SVC_HOME", place.resolve("a home").toString()))
                .startsWith("SVC_HOME='" + place.resolve("a home") + "' ~/");
    }

    @Test
    void a_checkout_is_called_by_its_path_quoted_where_a_shell_would_part_it() throws IOException {
        Path checkout = place.toRealPath().resolve("it's mine");
        program(checkout.resolve("svc"));
        assertThat(line(checkout)).isEqualTo("'" + checkout.toString().replace("'", "'\\''") + "/svc' doctor");
    }

    @Test
    void a_package_is_called_by_its_name_where_path_leads_there() throws IOException {
        Path image = Files.createDirectories(place.toRealPath().resolve("opt/svc"));
        program(image.resolve("bin/svc"));
        Path app = Files.createDirectories(image.resolve("lib/app"));
        Path bin = Files.createDirectories(place.toRealPath().resolve("usr/bin"));
        Files.createSymbolicLink(bin.resolve("svc"), image.resolve("bin/svc"));
        assertThat(line(app)).isEqualTo(image + "/bin/svc doctor");
        assertThat(line(app, "PATH", bin.toString())).isEqualTo("svc doctor");
    }

    @Test
    void where_nothing_says_what_runs_it_is_the_name() {
        var nothing = new OwnCommand(new Platform(Family.LINUX, person, Map.of("SVC_INSTANCE", "x")), Optional.empty());
        assertThat(nothing.with("serve --demo")).isEqualTo("svc serve --demo");
    }
}
