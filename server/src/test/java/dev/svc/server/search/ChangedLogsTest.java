package dev.svc.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.follow.HurriedFollower;
import dev.svc.server.search.index.Documents;
import dev.svc.server.search.index.SearchIndex;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens to logs while nobody follows them.
class ChangedLogsTest {
    @TempDir
    Path folder = Path.of("");

    private LogFolder logs = new LogFolder(folder);

    ChangedLogsTest() throws IOException {}

    @BeforeEach
    void index() throws IOException {
        logs = new LogFolder(folder.resolve("home"));
        logs.write(1, "one", "two", "three", "four");
        logs.write(2, "stays");
        assertThat(followed()).containsExactly("one", "two", "three", "four", "stays");
    }

    /// What the index says after one run, which is what an index from nothing says.
    private List<String> followed() throws IOException {
        return followed("index");
    }

    private List<String> followed(String name) throws IOException {
        try (var index = new SearchIndex(folder.resolve(name), () -> 2048, () -> {})) {
            HurriedFollower.run(logs, index);
            return Documents.of(index).stream()
                    .map(line -> line.split(" ", 4)[3])
                    .toList();
        }
    }

    @Test
    void a_log_that_grew_has_all_turns() throws IOException {
        logs.write(1, "five");
        assertThat(followed()).containsExactly("one", "two", "three", "four", "five", "stays");
    }

    @Test
    void what_a_truncated_log_has_lost_leaves_the_index() throws IOException {
        Files.writeString(logs.log(1), LogFolder.lines(1, "one", "two"));
        assertThat(followed()).containsExactly("one", "two", "stays");
    }

    @Test
    void a_log_that_is_empty_leaves_nothing() throws IOException {
        Files.writeString(logs.log(1), "");
        assertThat(followed()).containsExactly("stays");
    }

    @Test
    void what_was_rewritten_in_place_leaves_the_index() throws IOException {
        Files.writeString(logs.log(1), LogFolder.lines(1, "one", "another", "three", "four"));
        assertThat(followed()).containsExactly("one", "another", "three", "four", "stays");
    }

    @Test
    void a_secret_that_was_struck_out_in_place_leaves_the_index() throws IOException {
        var text = Files.readString(logs.log(1));
        Files.writeString(logs.log(1), text.replace("\"two\"", "\"xxx\""));
        assertThat(followed()).containsExactly("one", "xxx", "three", "four", "stays");
    }

    @Test
    void a_secret_that_was_struck_out_while_its_log_is_followed_leaves_the_index() throws IOException {
        var large = "x".repeat(5_000);
        logs.write(1, "password", large);
        try (var index = new SearchIndex(folder.resolve("index"), () -> 2048, () -> {});
                var follower = HurriedFollower.of(logs, index, Duration.ZERO)) {
            follower.start();
            Waiting.until(() -> Documents.of(index).stream().anyMatch(line -> line.endsWith(" password")));
            logs.write(1, "and more");
            Waiting.until(() -> Documents.of(index).stream().anyMatch(line -> line.endsWith(" and more")));
            var text = Files.readString(logs.log(1));
            Files.writeString(logs.log(1), text.replace("\"password\"", "\"xxxxxxxx\""));
            logs.announce(1);
            Waiting.until(() -> Documents.of(index).stream().anyMatch(line -> line.endsWith(" xxxxxxxx")));
            assertThat(Documents.of(index)).noneMatch(line -> line.endsWith(" password"));
        }
    }

    @Test
    void a_last_turn_that_was_rewritten_in_place_is_the_new_one() throws IOException {
        Files.writeString(logs.log(1), LogFolder.lines(1, "one", "two", "three", "four, but longer"));
        assertThat(followed()).containsExactly("one", "two", "three", "four, but longer", "stays");
    }

    @Test
    void a_replaced_log_is_taken_from_the_start() throws IOException {
        var other = Files.writeString(folder.resolve("other"), LogFolder.lines(1, "one", "six", "seven", "eight"));
        Files.move(other, logs.log(1), StandardCopyOption.REPLACE_EXISTING);
        assertThat(followed()).containsExactly("one", "six", "seven", "eight", "stays");
    }

    @Test
    void a_deleted_log_leaves_the_index() throws IOException {
        Files.delete(logs.log(1));
        assertThat(followed()).containsExactly("stays");
    }
}
