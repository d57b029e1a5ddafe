package dev.svc.server.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.SmallDisk;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.follow.NotTakenException;
import dev.svc.server.vault.copy.Sealing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real full disk under the vault. Mounting one takes root.
class FullVaultDiskIT {
    private static final int ROOM = 3;

    @TempDir
    Path folder = Path.of("");

    private final Random random = new Random(3);

    private Path home() {
        return folder.resolve("home");
    }

    private FollowedSession written(int session) throws IOException {
        VaultVictim.append(home(), session, random);
        return FollowedSession.any(VaultVictim.facts(home(), VaultVictim.id(session)), false);
    }

    private void assertKept(Vault vault, int session) throws IOException {
        try (var copy = vault.read(VaultVictim.id(session))) {
            assertThat(copy.verify()).isEmpty();
            var out = new ByteArrayOutputStream();
            for (var file : copy.state().files().values()) {
                copy.copy(file, out);
            }
            assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(VaultVictim.transcript(home(), session)));
        }
    }

    @Test
    void on_a_full_disk_nothing_that_was_kept_is_lost_and_copying_goes_on_when_there_is_room() throws Exception {
        var disk = Files.createDirectory(folder.resolve("disk"));
        try (var _ = SmallDisk.over(disk, ROOM);
                var vault = Vault.open(disk.resolve("vault"), Sealing.NONE)) {
            var keeper = VaultVictim.keeper(vault, home());
            keeper.sessions();
            keeper.take(written(0));
            keeper.flush();
            assertKept(vault, 0);
            var before = Files.readAllBytes(VaultVictim.transcript(home(), 0));
            var ballast = disk.resolve("ballast");
            fill(ballast);
            var grown = written(0);
            assertThatThrownBy(() -> {
                        // What fits into the last block may still be taken.
                        for (int i = 0; i < 1_000; i++) {
                            keeper.take(written(0));
                        }
                    })
                    .isInstanceOf(NotTakenException.class)
                    .hasMessageContaining("No space");
            try (var copy = vault.read(grown.id())) {
                assertThat(copy.state().bytes()).isGreaterThanOrEqualTo(before.length);
            }
            Files.delete(ballast);
            keeper.take(written(0));
            keeper.flush();
            assertKept(vault, 0);
        }
    }

    @Test
    void the_last_of_the_disk_is_left_to_others_and_that_is_said() throws Exception {
        var disk = Files.createDirectory(folder.resolve("disk"));
        try (var _ = SmallDisk.over(disk, ROOM);
                var vault = Vault.open(disk.resolve("vault"), Sealing.NONE)) {
            var keeper = VaultVictim.keeper(vault, home(), 256L << 20);
            var session = written(0);
            assertThatThrownBy(() -> keeper.take(session))
                    .isInstanceOf(NotTakenException.class)
                    .hasMessageMatching("The disk has [0-3] MB left: no session is copied until there is more room.");
            assertThat(vault.find(session.id())).isEmpty();
        }
    }

    private static void fill(Path ballast) {
        try (var out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(new byte[4_096]);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space");
        }
    }
}
