package dev.svc.shared.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerOnlyTest {
    private static final int EVERYBODYS = 01777;

    @TempDir
    private Path folder;

    @Test
    void a_folder_that_is_there_and_open_is_closed_and_so_is_a_missing_one() throws IOException {
        Path there = withMode(Files.createDirectory(folder.resolve("there")), "rwxr-xr-x");
        assertThat(mode(OwnerOnly.closed(there))).isEqualTo("rwx------");
        assertThat(mode(OwnerOnly.closed(folder.resolve("missing/below")))).isEqualTo("rwx------");
    }

    @Test
    void a_folder_that_is_named_by_a_link_is_closed() throws IOException {
        Path there = withMode(Files.createDirectory(folder.resolve("there")), "rwxrwxrwx");
        OwnerOnly.closed(Files.createSymbolicLink(folder.resolve("link"), there));
        assertThat(mode(there)).isEqualTo("rwx------");
    }

    @Test
    void a_folder_that_is_everybodys_is_left_as_it_is() throws IOException {
        Path shared = Files.createDirectory(folder.resolve("tmp"));
        Files.setAttribute(shared, "unix:mode", EVERYBODYS);
        assertThat(mode(OwnerOnly.closed(shared))).isEqualTo("rwxrwxrwx");
    }

    @Test
    void what_only_its_owner_may_do_stays_as_it_was() throws IOException {
        Path readOnly = withMode(Files.createFile(folder.resolve("read-only")), "r--r--r--");
        assertThat(OwnerOnly.close(readOnly)).isTrue();
        assertThat(mode(readOnly)).isEqualTo("r--------");
        assertThat(OwnerOnly.close(readOnly)).isFalse();
    }

    @Test
    void what_a_link_leads_to_and_what_is_gone_is_left_alone() throws IOException {
        Path outside = withMode(Files.createFile(folder.resolve("outside")), "rw-rw-rw-");
        assertThat(OwnerOnly.close(Files.createSymbolicLink(folder.resolve("link"), outside)))
                .isFalse();
        assertThat(mode(outside)).isEqualTo("rw-rw-rw-");
        assertThat(OwnerOnly.close(folder.resolve("gone"))).isFalse();
    }

    @Test
    void closing_a_file_gives_up_no_lock_on_it() throws IOException, InterruptedException {
        Path file = withMode(Files.createFile(folder.resolve("lock")), "rw-rw-rw-");
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            OwnerOnly.close(file);
            assertThat(isLockedForOthers(file)).isTrue();
        }
    }

    @Test
    void a_short_file_is_closed_even_where_it_was_open_before() throws IOException {
        Path file = withMode(Files.createFile(folder.resolve("file")), "rw-rw-rw-");
        OwnerOnly.write(file, "longer text");
        OwnerOnly.write(file, "text");
        assertThat(file).hasContent("text");
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    /// As another process sees it.
    private static boolean isLockedForOthers(Path file) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path program = Files.writeString(file.resolveSibling("Locked.java"), """
                import java.nio.channels.FileChannel;
                import java.nio.file.*;

                public class Locked {
                    public static void main(String[] arguments) throws Exception {
                        try (var channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
                            System.exit(channel.tryLock() == null ? 10 : 11);
                        }
                    }
                }
                """);
        int code = new ProcessBuilder(java, program.toString(), file.toString())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code).isIn(10, 11);
        return code == 10;
    }

    private static Path withMode(Path file, String mode) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
