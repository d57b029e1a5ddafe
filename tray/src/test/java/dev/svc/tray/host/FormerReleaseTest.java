package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormerReleaseTest {
    @TempDir
    private Path home;

    private Path svc;

    @BeforeEach
    void install() throws IOException {
        release("20261101-100000-aaa", "version=1.0.0\n");
        release("20261102-100000-bbb", "commit=b\nversion=1.1.0\n");
        release("20261103-100000-ccc", "version=1.2.0\n");
        svc = current("20261103-100000-ccc");
    }

    @Test
    void it_is_the_one_before_the_current() throws IOException {
        assertThat(FormerRelease.version(home, svc)).isEqualTo("1.1.0");
        Files.delete(home.resolve("current"));
        assertThat(FormerRelease.version(home, current("20261101-100000-aaa"))).isEmpty();
    }

    @Test
    void a_folder_without_its_note_is_no_release() throws IOException {
        Files.delete(home.resolve("releases/20261102-100000-bbb/release"));
        assertThat(FormerRelease.version(home, svc)).isEqualTo("1.0.0");
    }

    @Test
    void a_command_that_is_of_no_release_goes_back_to_none() throws IOException {
        Path checkout = Files.createFile(home.resolve("svc"));
        assertThat(FormerRelease.version(home, checkout)).isEmpty();
        Files.delete(home.resolve("current"));
        assertThat(FormerRelease.version(home, svc)).isEmpty();
    }

    private Path current(String name) throws IOException {
        Files.createSymbolicLink(home.resolve("current"), Path.of("releases", name));
        return home.resolve("current/src/svc");
    }

    private void release(String name, String note) throws IOException {
        Path folder = home.resolve("releases").resolve(name);
        Files.createDirectories(folder.resolve("src"));
        Files.createFile(folder.resolve("src/svc"));
        Files.writeString(folder.resolve("release"), note);
    }
}
