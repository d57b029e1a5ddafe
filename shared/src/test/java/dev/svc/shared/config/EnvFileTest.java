package dev.svc.shared.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.config.ConfigException.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvFileTest {
    @TempDir
    private Path folder;

    @Test
    void a_missing_file_has_no_values() {
        assertThat(file().read()).isEmpty();
    }

    @Test
    void values_are_read_bare_quoted_and_exported() throws IOException {
        write("SVC_PORT=1\n# a remark\n\nexport SVC_HOST=\"::1\"\nSVC_USERNAME='o''k'\nSVC_REPO='it'\\''s'\n");
        assertThat(file().read())
                .containsEntry("SVC_PORT", "1")
                .containsEntry("SVC_HOST", "::1")
                .containsEntry("SVC_REPO", "it's");
    }

    @Test
    void a_rewrite_keeps_comments_order_and_unknown_lines() throws IOException {
        write("# mine\nOTHER=x\nSVC_PORT=1\nSVC_HOST=::1\n");
        file().change(Map.of("SVC_PORT", "2"));
        assertThat(text()).isEqualTo("# mine\nOTHER=x\nSVC_PORT=2\nSVC_HOST=::1\n");
    }

    @Test
    void a_variable_that_stands_twice_stands_once_after_a_change() throws IOException {
        write("SVC_PORT=1\nSVC_HOST=::1\nSVC_PORT=2\n");
        file().change(Map.of("SVC_PORT", "3"));
        assertThat(text()).isEqualTo("SVC_PORT=3\nSVC_HOST=::1\n");
    }

    @Test
    void changes_of_several_at_once_take_turns_and_none_is_lost() throws Exception {
        var writers = new ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            writers.add(Thread.ofPlatform().start(() -> changeTenTimes(number)));
        }
        for (var writer : writers) {
            writer.join();
        }
        assertThat(file().read()).hasSize(80);
    }

    private void changeTenTimes(int writer) {
        try {
            for (int i = 0; i < 10; i++) {
                file().change(Map.of("SVC_%d_%d".formatted(writer, i), "x"));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void a_variable_set_to_nothing_is_removed() throws IOException {
        write("SVC_PORT=1\nSVC_HOST=::1\n");
        var removal = new HashMap<String, @Nullable String>();
        removal.put("SVC_PORT", null);
        file().change(removal);
        assertThat(text()).isEqualTo("SVC_HOST=::1\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "with space",
                "it's",
                "$HOME",
                "a\"b",
                "\\",
                "#x",
                "pbkdf2_sha256$600000$c2FsdA==$aGFzaA==",
                "'",
                "ü"
            })
    void every_value_comes_back_as_it_was_written(String value) throws IOException {
        file().change(Map.of("SVC_PASSWORD_HASH", value));
        assertThat(file().read()).containsEntry("SVC_PASSWORD_HASH", value);
    }

    @Test
    void a_value_of_two_lines_is_refused_and_nothing_is_written() {
        assertThatThrownBy(() -> file().change(Map.of("SVC_REPO", "a\nSVC_AUTH_MODE=none")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(path()).doesNotExist();
    }

    @Test
    void a_new_file_is_readable_by_its_owner_only() throws IOException {
        file().change(Map.of("SVC_PORT", "1"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
                .isEqualTo("rw-------");
    }

    @Test
    void a_file_that_others_may_read_is_refused_with_the_command_that_mends_it() throws IOException {
        write("SVC_PORT=1\n");
        Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(file()::read)
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        wrong -> assertThat(wrong.fault()).isEqualTo(Fault.OPEN_TO_OTHERS))
                .hasMessageContaining("chmod 600 '" + path() + "'");
    }

    @Test
    void a_line_that_is_no_assignment_is_named() throws IOException {
        write("SVC_PORT=1\nwhat is this\n");
        assertThatThrownBy(file()::read).isInstanceOf(ConfigException.class).hasMessageContaining("line 2");
    }

    @Test
    void a_link_in_the_place_of_the_file_is_never_written_through() throws IOException {
        Path elsewhere = Files.createFile(
                folder.resolve("elsewhere"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.createSymbolicLink(path(), elsewhere);
        assertThatThrownBy(() -> file().change(Map.of("SVC_PORT", "1"))).isInstanceOf(FileSystemException.class);
        assertThat(elsewhere).isEmptyFile();
    }

    private Path path() {
        return folder.resolve("env");
    }

    private EnvFile file() {
        return new EnvFile(path());
    }

    private String text() throws IOException {
        return Files.readString(path());
    }

    private void write(String text) throws IOException {
        Files.writeString(path(), text);
        Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-------"));
    }
}
