package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.metadata.Organisation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
    private static final int TRIES = 500;

    @TempDir
    private Path folder;

    @Test
    void no_folder_stays_outside_the_roots_while_somebody_puts_a_link_in_the_place_of_the_parent() throws Exception {
        var root = Files.createDirectories(folder.resolve("root")).toRealPath();
        var outside = Files.createDirectories(folder.resolve("outside"));
        var parent = root.resolve("parent");
        Files.createDirectory(parent);
        var stop = new AtomicBoolean();
        try (var rig = new Rig(folder)) {
            var folders = new Folders(List.of(root), rig.catalog, () -> Organisation.EMPTY);
            var swapping = Thread.ofPlatform().start(() -> swap(parent, outside, stop));
            int refused = 0;
            for (int i = 0; i < TRIES; i++) {
                try {
                    assertThat(folders.make(parent.toString(), "f" + i).startsWith(root))
                            .isTrue();
                } catch (Folders.RefusedException outsideOrGone) {
                    refused++;
                }
            }
            stop.set(true);
            swapping.join();

            assertThat(outside).isEmptyDirectory();
            assertThat(refused).as("the link was met").isPositive();
        }
    }

    /// In turns the folder itself and a link that leads outside, each put there by one rename.
    private static void swap(Path parent, Path outside, AtomicBoolean stop) {
        var aside = parent.resolveSibling("aside");
        var link = parent.resolveSibling("link");
        try {
            while (!stop.get()) {
                Files.createSymbolicLink(link, outside);
                Files.move(parent, aside, StandardCopyOption.ATOMIC_MOVE);
                Files.move(link, parent, StandardCopyOption.ATOMIC_MOVE);
                Files.delete(parent);
                Files.move(aside, parent, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
