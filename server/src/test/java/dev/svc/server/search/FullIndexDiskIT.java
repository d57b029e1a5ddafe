package dev.svc.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.SmallDisk;
import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.follow.HurriedFollower;
import dev.svc.server.search.index.Documents;
import dev.svc.server.search.index.SearchIndex;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real full disk under the index. Mounting one takes root.
class FullIndexDiskIT {
    @TempDir
    Path folder = Path.of("");

    @Test
    void on_a_full_disk_what_was_found_is_found_and_what_is_new_comes_when_there_is_room() throws Exception {
        var disk = Files.createDirectory(folder.resolve("disk"));
        try (var _ = SmallDisk.over(disk, 3)) {
            fillAndFree(disk);
        }
    }

    private void fillAndFree(Path disk) throws IOException {
        var logs = new LogFolder(folder.resolve("home"));
        logs.write(1, "said before");
        var ballast = disk.resolve("ballast");
        try (var index = new SearchIndex(disk.resolve("index"), () -> 2048, () -> {});
                var follower = HurriedFollower.of(logs, index, Duration.ZERO)) {
            follower.start();
            Waiting.until(() -> isDurable(disk));
            fill(ballast);
            logs.write(1, "said meanwhile");
            Waiting.until(
                    () -> follower.progress().toString(),
                    () -> "The disk is full: what is new cannot be searched until there is room."
                            .equals(follower.progress().trouble()));
            assertThat(Documents.of(index)).anyMatch(line -> line.endsWith("said before"));
            Files.delete(ballast);
            Waiting.until(
                    () -> follower.progress().toString(),
                    () -> Documents.of(index).size() == 2 && follower.progress().phase() == Phase.FOLLOWING);
            assertThat(index.trouble()).isEmpty();
        }
    }

    /// Whether it is there for others than its owner, which is what was committed.
    private static boolean isDurable(Path disk) {
        try (var other = new SearchIndex(disk.resolve("index"), () -> 2048, () -> {})) {
            return Documents.of(other).size() == 1;
        } catch (IOException notYet) {
            return false;
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
