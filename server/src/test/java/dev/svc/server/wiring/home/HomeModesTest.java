package dev.svc.server.wiring.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Home;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HomeModesTest {
    @TempDir
    private Path folder;

    private Home home;

    @BeforeEach
    void a_home() throws IOException {
        home = Config.load(
                        new Platform(
                                Platform.Family.LINUX,
                                folder,
                                Map.of("SVC_HOME", folder.resolve("svc").toString())),
                        null)
                .home();
        Files.createDirectories(home.data());
    }

    private Path open(String file) throws IOException {
        Path path = home.data().resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        return mode(Files.writeString(path, "text"), "rw-rw-r--");
    }

    private static Path mode(Path path, String mode) throws IOException {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata.json",
                "metadata.json.1",
                "prefs.json",
                "logins.json",
                "reviews.json",
                "live.json",
                "ai-review.key",
                "push.key",
                "push-devices.json",
                "push-secrets.json",
                "deeds",
                "deeds.1",
                "svc.lock",
                "started",
            })
    void a_file_of_the_service_is_closed_to_others(String name) throws Exception {
        Path file = open(name);
        HomeModes.mend(home);
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "journal",
                "cache",
                "logs",
                "uploads",
                "locks",
                "run",
                "scrollback",
                "restored-1",
                "restoring-1",
                "replaced-1",
            })
    void a_folder_of_the_service_is_closed_with_all_that_is_in_it(String name) throws Exception {
        Path file = open(name + "/deeper/file");
        Path top = mode(home.data().resolve(name), "rwxr-xr-x");
        Path deeper = mode(top.resolve("deeper"), "rwxrwxrwx");
        HomeModes.mend(home);
        assertThat(mode(top)).isEqualTo("rwx------");
        assertThat(mode(deeper)).isEqualTo("rwx------");
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    /// A secret that others could read is compromised, and the start says so.
    @ParameterizedTest
    @ValueSource(strings = {"env", "2fa.json", "fleet/host.json"})
    void a_secret_that_others_could_read_is_left_for_the_start_to_see(String name) throws Exception {
        Path file = open(name);
        HomeModes.mend(home);
        assertThat(mode(file)).isEqualTo("rw-rw-r--");
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes.txt", "my-metadata.json", "releases/1.0/svc", "journal-of-mine/file", "logs.txt"})
    void what_is_not_the_services_own_keeps_its_permissions(String name) throws Exception {
        Path file = open(name);
        HomeModes.mend(home);
        assertThat(mode(file)).isEqualTo("rw-rw-r--");
    }

    @Test
    void the_home_itself_keeps_its_permissions() throws Exception {
        mode(home.root(), "rwxr-xr-x");
        mode(home.data(), "rwxr-x---");
        open("metadata.json");
        HomeModes.mend(home);
        assertThat(mode(home.root())).isEqualTo(home.root().equals(home.data()) ? "rwxr-x---" : "rwxr-xr-x");
        assertThat(mode(home.data())).isEqualTo("rwxr-x---");
    }

    @Test
    void what_a_link_leads_to_keeps_its_permissions() throws Exception {
        Path outside = mode(Files.createDirectory(folder.resolve("outside")), "rwxrwxrwx");
        Path file = mode(Files.writeString(outside.resolve("file"), "text"), "rw-rw-rw-");
        Files.createSymbolicLink(home.data().resolve("logs"), outside);
        Files.createSymbolicLink(home.data().resolve("metadata.json"), file);
        HomeModes.mend(home);
        assertThat(mode(outside)).isEqualTo("rwxrwxrwx");
        assertThat(mode(file)).isEqualTo("rw-rw-rw-");
    }

    @Test
    void what_its_owner_may_not_do_stays_forbidden() throws Exception {
        Path file = mode(open("deeds"), "r--r--r--");
        HomeModes.mend(home);
        assertThat(mode(file)).isEqualTo("r--------");
    }

    @Test
    void a_home_that_is_not_there_stops_no_start() throws Exception {
        Files.delete(home.data());
        HomeModes.mend(home);
        assertThat(home.data()).doesNotExist();
    }
}
