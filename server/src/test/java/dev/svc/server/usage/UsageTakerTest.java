package dev.svc.server.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.session.EngineKey;
import dev.svc.server.usage.UsageQuestion.By;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageTakerTest {
    private static final EngineKey ENGINE = EngineKey.CODEX;
    private static final Instant AT = Counting.NOW.minus(Duration.ofHours(30));

    @TempDir
    Path folder = Path.of("");

    private Counting counting;

    @BeforeEach
    void open() throws IOException {
        counting = new Counting(folder);
    }

    @AfterEach
    void close() {
        counting.close();
    }

    private static UsageRecord call(long key, Instant at, long output) {
        return new UsageRecord(
                key, at.toEpochMilli(), "claude-sonnet-4-5", new TokenCounts(100, output, 0, 0, 0, 0), 0);
    }

    @Test
    void a_call_that_is_told_again_with_more_counts_with_the_most() throws Exception {
        counting.session(ENGINE, "one", AT, null);
        counting.tell(ENGINE, Map.of("one", List.of(call(1, AT, 3))));
        counting.read();
        counting.tell(ENGINE, Map.of("one", List.of(call(1, AT, 50), call(1, AT, 20))));

        assertThat(counting.read().figures()).containsExactly(100L, 50L, 0L, 0L);
    }

    @Test
    void what_two_sessions_have_goes_to_the_earlier_one_also_when_that_is_read_later() throws Exception {
        var later = counting.session(ENGINE, "later", AT.plusSeconds(60), null);
        counting.tell(ENGINE, Map.of("later", List.of(call(1, AT, 3)), "earlier", List.of(call(1, AT, 3))));
        counting.read(List.of(later));
        var earlier = counting.session(ENGINE, "earlier", AT, null);

        counting.read(List.of(earlier));

        assertThat(counting.messages(By.SESSION)).containsOnly(Map.entry(earlier.toString(), 1L));
    }

    @Test
    void what_a_deleted_session_used_stays_counted() throws Exception {
        var session = counting.session(ENGINE, "one", AT, null);
        counting.tell(ENGINE, Map.of("one", List.of(call(1, AT, 3))));
        counting.read();

        counting.taken().gone(session);
        counting.taken().flush();
        counting.restart();

        assertThat(counting.figures()).containsExactly(100L, 3L, 0L, 0L);
        assertThat(counting.taken().sessions()).isEmpty();
    }

    @Test
    void a_clock_that_was_wrong_does_not_make_days_that_never_were() throws Exception {
        counting.session(ENGINE, "one", AT, null);
        counting.tell(
                ENGINE,
                Map.of(
                        "one",
                        List.of(
                                call(1, Instant.EPOCH, 3),
                                call(2, Instant.parse("2999-01-01T00:00:00Z"), 3),
                                call(3, Instant.ofEpochMilli(Long.MAX_VALUE), 3))));

        assertThat(counting.read().messages(By.DAY)).containsOnly(Map.entry("2026-11-20", 3L));
    }

    @Test
    void a_damaged_file_is_made_again_from_the_logs() throws Exception {
        counting.session(ENGINE, "one", AT, null);
        counting.tell(ENGINE, Map.of("one", List.of(call(1, AT, 3))));
        counting.read();
        counting.close();
        Files.writeString(counting.folder().resolve(UsageDatabase.FILE), "this is no database, whatever it was before");

        counting.restart();

        assertThat(counting.again).isEqualTo(1);
        assertThat(counting.total().messages()).isZero();
        assertThat(counting.read().figures()).containsExactly(100L, 3L, 0L, 0L);
    }

    @Test
    void a_file_of_another_version_is_made_again_from_the_logs() throws Exception {
        counting.close();
        try (var database = DriverManager.getConnection(
                        "jdbc:sqlite:" + counting.folder().resolve(UsageDatabase.FILE));
                var statement = database.createStatement()) {
            statement.execute("PRAGMA user_version = 999");
        }

        counting.restart();

        assertThat(counting.again).isEqualTo(1);
    }

    @Test
    void what_was_not_committed_is_read_again_after_a_crash() throws Exception {
        counting.session(ENGINE, "one", AT, null);
        counting.tell(ENGINE, Map.of("one", List.of(call(1, AT, 3))));
        counting.read();
        counting.tell(ENGINE, Map.of("one", List.of(call(2, AT, 3))));
        counting.taken()
                .take(dev.svc.server.follow.FollowedSession.any(
                        java.util.Objects.requireNonNull(
                                counting.facts.values().iterator().next()),
                        false));

        counting.restart();

        assertThat(counting.total().messages()).isEqualTo(1);
    }

    @Test
    void a_sub_agent_counts_for_the_session_that_started_it() throws Exception {
        var parent = counting.session(ENGINE, "parent", AT, null);
        counting.session(ENGINE, "child", AT, parent);
        counting.tell(ENGINE, Map.of("parent", List.of(call(1, AT, 3)), "child", List.of(call(2, AT, 3))));

        assertThat(counting.read().messages(By.SESSION)).containsOnly(Map.entry(parent.toString(), 2L));
    }

    @Test
    void a_log_that_cannot_be_read_is_said_to_be_missing() throws Exception {
        counting.session(ENGINE, "one", AT, null);
        counting.logs.put(ENGINE, (_, _, _) -> {
            throw new IOException("the disk says no");
        });

        org.assertj.core.api.Assertions.assertThatIOException().isThrownBy(counting::read);

        assertThat(counting.by(By.ENGINE).notCounted())
                .singleElement()
                .satisfies(missing -> assertThat(missing.unreadSessions()).isEqualTo(1));
    }

    @Test
    void records_that_cannot_be_read_are_counted() throws Exception {
        counting.session(ENGINE, "one", AT, null);
        counting.logs.put(ENGINE, (_, _, sink) -> {
            sink.unreadable();
            sink.unreadable();
            return "read";
        });

        assertThat(counting.read().by(By.ENGINE).notCounted())
                .singleElement()
                .satisfies(missing -> assertThat(missing.records()).isEqualTo(2));
    }

    @Test
    void more_models_than_anybody_has_are_one() throws Exception {
        counting.session(ENGINE, "one", AT, null);
        counting.logs.put(ENGINE, (_, _, sink) -> {
            for (int i = 0; i < 1_200; i++) {
                sink.used(new UsageRecord(i, AT.toEpochMilli(), "made-up-" + i, new TokenCounts(1, 1, 0, 0, 0, 0), 0));
            }
            return "read";
        });

        var whole = counting.read().by(By.MODEL);

        assertThat(whole.total().messages()).isEqualTo(1_200);
        assertThat(whole.rows())
                .hasSizeLessThan(1_010)
                .anyMatch(row -> row.key().equals("others"));
    }

    @Test
    void the_page_hears_of_the_session_that_used_something() throws Exception {
        var parent = counting.session(ENGINE, "parent", AT, null);
        var child = counting.session(ENGINE, "child", AT, parent);
        counting.tell(ENGINE, Map.of("child", List.of(call(2, AT, 3))));

        counting.read(List.of(parent, child));

        assertThat(counting.changed).containsExactly(parent);
    }
}
