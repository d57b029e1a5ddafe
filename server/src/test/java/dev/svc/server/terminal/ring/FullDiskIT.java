package dev.svc.server.terminal.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real full disk, where one can be mounted: output goes on in memory, and what never reached the disk is a gap for
/// the next server.
class FullDiskIT {
    private static final long CAPACITY = 2 << 20;

    @TempDir
    Path folder = Path.of("");

    @Test
    void output_goes_on_when_the_disk_is_full_and_the_next_server_finds_a_gap() throws Exception {
        try (var _ = SmallDisk.over(folder, 1)) {
            fillTheDisk(folder.resolve("one.ring"));
        }
    }

    private static void fillTheDisk(Path file) throws IOException {
        byte[] piece = "0123456789abcdef".repeat(4_096).getBytes(UTF_8);
        try (var ring = Ring.open(file, CAPACITY)) {
            for (int i = 0; i < 24; i++) {
                ring.append(piece, 0, piece.length);
            }
            byte[] all = new byte[24 * piece.length];
            assertThat(ring.read(0, all, 0, all.length)).isEqualTo(all.length);
            assertThat(new String(all, UTF_8)).isEqualTo(new String(piece, UTF_8).repeat(24));
        }
        try (var next = Ring.open(file, CAPACITY)) {
            assertThat(next.end()).isEqualTo(24L * piece.length);
            assertThat(next.start()).isEqualTo(next.end());
            assertThat(next.gaps()).containsExactly(next.end());
        }
    }
}
