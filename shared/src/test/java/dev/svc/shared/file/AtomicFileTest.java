package dev.svc.shared.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path folder;

    @Test
    void the_new_bytes_take_the_place_of_the_old_and_nothing_stays_beside_them() throws IOException {
        Path file = folder.resolve("small");
        AtomicFile.write(file, bytes("one"));
        AtomicFile.write(file, bytes("two"));
        assertThat(file).hasContent("two");
        assertThat(folder).isDirectoryContaining(entry -> entry.equals(file)).satisfies(this::holdsOneEntry);
    }

    @Test
    void missing_folders_are_made_for_their_owner_alone() throws IOException {
        Path file = folder.resolve("a/b/small");
        AtomicFile.write(file, bytes("x"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("a/b"))))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void a_folder_in_the_place_of_the_file_is_left_alone_and_nothing_stays_beside_it() throws IOException {
        Path inTheWay = Files.createDirectory(folder.resolve("small"));
        Files.createFile(inTheWay.resolve("inside"));
        assertThatThrownBy(() -> AtomicFile.write(inTheWay, bytes("x"))).isInstanceOf(IOException.class);
        assertThat(inTheWay.resolve("inside")).exists();
        holdsOneEntry(folder);
    }

    private void holdsOneEntry(Path where) {
        assertThat(where.toFile().list()).hasSize(1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
