package dev.svc.server.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.follow.Follower;
import dev.svc.server.follow.HurriedFollower;
import dev.svc.server.search.index.Documents;
import dev.svc.server.search.index.SearchIndex;
import dev.svc.server.search.index.TurnFinder;
import dev.svc.server.search.query.QueryReader;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// An index that something happened to is built again by itself, and is complete afterwards.
class DamagedIndexIT {
    private static final int SESSIONS = 12;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder = Path.of("");

    private LogFolder logs = new LogFolder(folder);
    private List<String> complete = List.of();

    DamagedIndexIT() throws IOException {}

    @BeforeEach
    void build() throws IOException {
        logs = new LogFolder(folder.resolve("home"));
        for (int session = 0; session < SESSIONS; session++) {
            logs.write(session, "hello from session " + session, "and more of it");
        }
        try (var index = open()) {
            HurriedFollower.run(logs, index);
            for (int session = 0; session < SESSIONS; session++) {
                logs.write(session, "goodbye from session " + session);
            }
            HurriedFollower.run(logs, index);
            complete = Documents.of(index);
        }
        assertThat(complete).hasSize(SESSIONS * 3);
    }

    private Path place() {
        return folder.resolve("index");
    }

    private SearchIndex open() {
        return new SearchIndex(place(), () -> 2048, () -> {});
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(place())) {
            return files.filter(file -> !file.endsWith("write.lock")).sorted().toList();
        }
    }

    private interface Harm {
        void to(Path file) throws IOException;
    }

    /// Harms each file of the index, each time of a whole one.
    private void harmEach(Harm harm) throws IOException {
        restore();
        for (var name : files().stream().map(Path::getFileName).toList()) {
            restore();
            var file = place().resolve(name.toString());
            harm.to(file);
            try (var index = open()) {
                search(index);
                HurriedFollower.run(logs, index);
                assertThat(Documents.of(index)).as("harmed " + name).isEqualTo(complete);
            }
        }
    }

    /// Puts a whole index in its place, whose files have the same names each time.
    private void restore() throws IOException {
        var kept = folder.resolve("kept");
        if (!Files.exists(kept)) {
            Files.createDirectories(kept);
            for (var file : files()) {
                Files.copy(file, kept.resolve(file.getFileName()));
            }
        }
        for (var file : files()) {
            Files.delete(file);
        }
        try (var files = Files.list(kept)) {
            for (var file : files.toList()) {
                Files.copy(file, place().resolve(file.getFileName()));
            }
        }
    }

    /// Finds something or says with a sentence that it does not.
    private static void search(SearchIndex index) {
        try {
            Documents.of(index);
            find(index, "hello");
        } catch (IOException isSaid) {
            assertThat(isSaid).hasMessageStartingWith("The search index in ").hasMessageEndingWith(".");
        }
    }

    private static int find(SearchIndex index, String typed) throws IOException {
        try {
            var query = new QueryReader(_ -> Optional.empty(), ZoneOffset.UTC).read(typed);
            return new TurnFinder(index, new TurnFinder.Times(Waiting.PATIENCE, Waiting.PATIENCE))
                    .find(query, _ -> true, new TurnFinder.Window(0, 100), Instant.EPOCH)
                    .sessions()
                    .size();
        } catch (dev.svc.server.search.query.BadQueryException never) {
            throw new IllegalArgumentException(typed, never);
        }
    }

    @Test
    void an_index_with_a_file_that_is_gone_is_built_again() throws IOException {
        harmEach(Files::delete);
    }

    @Test
    void an_index_with_a_file_that_is_empty_is_built_again() throws IOException {
        harmEach(file -> Files.write(file, new byte[0]));
    }

    @Test
    void an_index_with_a_file_that_is_cut_is_built_again() throws IOException {
        harmEach(file -> {
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(channel.size() / 2);
            }
        });
    }

    @Test
    void an_index_with_a_byte_that_has_changed_is_built_again() throws IOException {
        var random = new Random(7);
        for (int round = 0; round < 4; round++) {
            harmEach(file -> flip(file, random));
        }
    }

    private static void flip(Path file, Random random) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long at = random.nextLong(channel.size());
            var one = ByteBuffer.allocate(1);
            channel.read(one, at);
            one.put(0, (byte) (one.get(0) ^ (1 << random.nextInt(8)))).flip();
            channel.write(one, at);
        }
    }

    @Test
    void an_index_of_another_kind_of_file_is_built_again() throws IOException {
        harmEach(file -> Files.writeString(file, "this is no index"));
    }

    @Test
    void a_folder_that_is_deleted_while_it_is_used_is_built_again() throws IOException {
        try (var index = open();
                var follower = HurriedFollower.of(logs, index, Duration.ZERO)) {
            follower.start();
            isFollowing(follower);
            for (var file : files()) {
                Files.delete(file);
            }
            Files.deleteIfExists(place().resolve("write.lock"));
            Files.delete(place());
            search(index);
            logs.write(0, "said when the folder was gone");
            Waiting.until(() -> isThere(index, "folder", 1));
            Waiting.until(() -> isThere(index, "hello", SESSIONS));
            Waiting.until(() -> Files.exists(place()));
        }
        try (var index = open()) {
            assertThat(Documents.of(index)).hasSize(complete.size() + 1);
        }
    }

    @Test
    void damage_that_a_search_meets_has_everything_followed_again() throws IOException {
        var heard = new java.util.concurrent.atomic.AtomicReference<@org.jspecify.annotations.Nullable Follower>();
        try (var index = new SearchIndex(place(), () -> 2048, () -> {
                    var following = heard.get();
                    if (following != null) {
                        following.again();
                    }
                });
                var follower = HurriedFollower.of(logs, index, Duration.ZERO)) {
            heard.set(follower);
            follower.start();
            isFollowing(follower);
            assertThatThrownBy(() -> index.look(_ -> {
                        throw new org.apache.lucene.index.CorruptIndexException("planted", "a file");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is damaged and is built again.");
            Waiting.until(() -> isThere(index, "goodbye", SESSIONS));
        }
    }

    @Test
    void a_fault_of_a_query_throws_no_index_away() throws IOException {
        try (var index = open()) {
            HurriedFollower.run(logs, index);
            assertThatThrownBy(() -> index.look(_ -> {
                        throw new IllegalStateException("planted");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(Documents.of(index)).isEqualTo(complete);
        }
    }

    @Test
    void where_another_process_has_the_index_what_it_committed_is_found_and_its_owner_keeps_it() throws IOException {
        try (var owner = open();
                var other = open()) {
            owner.flush();
            assertThat(find(other, "hello")).isEqualTo(SESSIONS);
            assertThatThrownBy(other::sessions)
                    .isInstanceOf(IOException.class)
                    .hasMessage("Another program uses the search index in " + place() + ".");
            other.rebuild();
            assertThatThrownBy(other::delete).isInstanceOf(IOException.class);
            logs.write(1, "newly committed");
            HurriedFollower.run(logs, owner);
            assertThat(find(other, "newly")).isEqualTo(1);
            assertThat(find(owner, "hello")).isEqualTo(SESSIONS);
        }
    }

    private static void isFollowing(Follower follower) {
        Waiting.until(
                () -> follower.progress().toString(), () -> follower.progress().phase() == Phase.FOLLOWING);
    }

    private static boolean isThere(SearchIndex index, String word, int sessions) {
        try {
            return find(index, word) == sessions;
        } catch (IOException notNow) {
            return false;
        }
    }
}
