package dev.svc.server.engine.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTreeTest {
    @TempDir
    Path folder;

    private StoreTree tree;

    @BeforeEach
    void plant() throws IOException {
        var place = folder.toRealPath().resolve("store");
        Files.createDirectories(place.resolve("a/b"));
        Files.writeString(place.resolve("top"), "1");
        Files.writeString(place.resolve("a/middle"), "22");
        Files.writeString(place.resolve("a/b/deep"), "333");
        tree = new StoreTree(place);
    }

    @Test
    void a_walk_names_the_files_down_to_its_depth() throws IOException {
        assertThat(walk(tree, 1)).containsExactlyInAnyOrder("top");
        assertThat(walk(tree, 2)).containsExactlyInAnyOrder("top", "a/middle");
        assertThat(walk(tree, 9)).containsExactlyInAnyOrder("top", "a/middle", "a/b/deep");
    }

    @Test
    void what_is_made_of_the_files_is_told_by_one_thread_and_nothing_of_those_that_nothing_is_made_of()
            throws IOException {
        var told = new ArrayList<String>();
        var tellers = new HashSet<Thread>();
        tree.walk(9, StoreTreeTest::longName, name -> {
            told.add(name);
            tellers.add(Thread.currentThread());
        });

        assertThat(told).containsExactlyInAnyOrder("middle!", "deep!");
        assertThat(tellers).containsExactly(Thread.currentThread());
    }

    @Test
    void what_has_been_found_and_not_taken_stays_bounded_and_all_of_it_is_told() throws IOException {
        for (int folder = 0; folder < 1_200; folder++) {
            var made = Files.createDirectories(tree.place().resolve("many/" + folder));
            for (int file = 0; file < 10; file++) {
                Files.createFile(made.resolve("f" + file));
            }
        }
        var made = new AtomicInteger();
        var told = new AtomicInteger();
        var mostAhead = new AtomicInteger();
        tree.walk(
                3,
                stamp -> {
                    made.incrementAndGet();
                    return Optional.of(stamp);
                },
                _ -> {
                    mostAhead.accumulateAndGet(made.get() - told.getAndIncrement(), Math::max);
                    if (told.get() == 1_000) {
                        awaitHelpers(made);
                    }
                });

        assertThat(told).hasValue(3 + 1_200 * 10);
        assertThat(mostAhead.get()).isLessThan(6_000);
    }

    /// Gives helpers all the time they want: until nothing more is found for a while.
    private static void awaitHelpers(AtomicInteger made) {
        for (int quiet = 0, before = made.get(); quiet < 20; quiet++) {
            Waiting.pause();
            if (made.get() != before) {
                before = made.get();
                quiet = 0;
            }
        }
    }

    private static Optional<String> longName(FileStamp file) {
        return Optional.of(file.path().getFileName() + "!").filter(name -> name.length() > "top!".length());
    }

    @Test
    void a_store_that_is_not_there_has_no_files() throws IOException {
        var absent = new StoreTree(folder.resolve("absent"));
        assertThat(walk(absent, 3)).isEmpty();
        assertThat(absent.find(Path.of("top"))).isEmpty();
        assertThat(absent.inside(folder)).isEmpty();
    }

    @Test
    void links_and_pipes_in_a_store_are_nobodys_session() throws Exception {
        var outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "s");
        Files.createSymbolicLink(tree.place().resolve("linked"), outside);
        Files.createSymbolicLink(tree.place().resolve("a/linked-file"), outside.resolve("secret"));
        new ProcessBuilder("mkfifo", tree.place().resolve("pipe").toString())
                .start()
                .waitFor();

        assertThat(walk(tree, 9)).containsExactlyInAnyOrder("top", "a/middle", "a/b/deep");
        assertThat(tree.find(Path.of("linked/secret"))).isEmpty();
        assertThat(tree.find(Path.of("a/linked-file"))).isEmpty();
        assertThat(tree.find(Path.of("pipe"))).isEmpty();
    }

    @Test
    void a_store_that_is_a_link_itself_is_entered() throws IOException {
        var linked = new StoreTree(Files.createSymbolicLink(folder.resolve("link"), tree.place()));

        assertThat(walk(linked, 1)).containsExactly("top");
        assertThat(linked.find(Path.of("a/middle"))).isEqualTo(tree.find(Path.of("a/middle")));
        assertThat(linked.inside(folder.resolve("link/a/middle"))).contains(Path.of("a/middle"));
        assertThat(linked.inside(tree.place().resolve("a/middle"))).contains(Path.of("a/middle"));
        assertThat(linked.inside(folder)).isEmpty();
    }

    @Test
    void a_file_is_found_as_a_walk_names_it() throws IOException {
        var walked = new ArrayList<FileStamp>();
        tree.walk(9, walked::add);
        assertThat(walked).contains(tree.find(Path.of("a/b/deep")).orElseThrow());
        assertThat(tree.find(Path.of("a/b"))).isEmpty();
        assertThat(tree.find(Path.of("a/b/gone"))).isEmpty();
    }

    private static List<String> walk(StoreTree tree, int depth) throws IOException {
        var names = new ArrayList<String>();
        tree.walk(depth, stamp -> names.add(inside(tree, stamp.path())));
        return names;
    }

    private static String inside(StoreTree tree, Path path) {
        try {
            return tree.inside(path).orElseThrow().toString();
        } catch (IOException unexpected) {
            throw new java.io.UncheckedIOException(unexpected);
        }
    }
}
