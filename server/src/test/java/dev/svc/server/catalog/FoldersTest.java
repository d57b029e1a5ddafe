package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
            var folders = new Folders(
                    new ProjectRoots(List.of(root)), folder.resolve("home"), rig.catalog, () -> Organisation.EMPTY);
            var swapping = Thread.ofPlatform().start(() -> swap(parent, outside, stop));
            var tried = new AtomicInteger();
            var refused = new AtomicInteger();
            try {
                Waiting.until(() -> "a link that is met, with " + tried + " tries", () -> {
                    tryFor(TRIES, tried, refused, folders, parent);
                    return refused.get() > 0;
                });
            } finally {
                stop.set(true);
                swapping.join();
            }

            assertThat(outside).isEmptyDirectory();
        }
    }

    @Test
    void who_has_no_session_yet_is_offered_the_roots_and_the_home_folder() throws Exception {
        var root = Files.createDirectories(folder.resolve("root"));
        var home = Files.createDirectories(folder.resolve("home"));
        try (var rig = new Rig(folder)) {
            var roots = new ProjectRoots(List.of(root));
            var folders = new Folders(roots, home, rig.catalog, () -> Organisation.EMPTY);
            assertThat(folders.offers())
                    .extracting(Folders.Offer::path, Folders.Offer::source)
                    .containsExactly(
                            tuple(root.toString(), Folders.Source.ROOT), tuple(home.toString(), Folders.Source.HOME));
            assertThat(folders.roots()).containsExactly(root.toString());
            Files.delete(home);
            assertThat(folders.offers()).extracting(Folders.Offer::path).containsExactly(root.toString());
        }
    }

    private static void tryFor(int times, AtomicInteger tried, AtomicInteger refused, Folders folders, Path parent) {
        for (int i = 0; i < times; i++) {
            try {
                var made = folders.make(parent.toString(), "f" + tried.incrementAndGet());
                assertThat(made.startsWith(parent.resolveSibling(""))).isTrue();
            } catch (Folders.RefusedException outsideOrGone) {
                refused.incrementAndGet();
            }
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
