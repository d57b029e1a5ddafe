package dev.svc.server.engine.opencode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException.Reason;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A damaged database yields its readable part or an explanation; it never breaks its reader.
class OpencodeDamageTest {
    private static final int ROUNDS = Integer.getInteger("svc.fuzz.rounds", 60);

    @TempDir
    Path home;

    @BeforeEach
    void plant() throws IOException {
        StoreCopy.plant(StoreCopy.fixture("opencode/live-wal"), home);
    }

    @Test
    void bits_flipped_anywhere_are_never_fatal() throws IOException {
        var random = new Random(20261121);
        for (String name : List.of("opencode.db", "opencode.db-wal")) {
            Path file = home.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (int round = 0; round < ROUNDS; round++) {
                Files.write(file, mutated(whole, random));
                readWhatIsThere(name + " " + round);
            }
            Files.write(file, whole);
        }
        assertThat(new OpencodeDatabase(file(), EngineKey.OPENCODE).read(null).sessions())
                .hasSize(15);
    }

    /// One to eight changes: single bits, stretches of one byte, and sometimes an end that is missing.
    private static byte[] mutated(byte[] whole, Random random) {
        byte[] bytes = random.nextInt(5) == 0 ? Arrays.copyOf(whole, 1 + random.nextInt(whole.length)) : whole.clone();
        for (int changes = 1 + random.nextInt(8); changes > 0; changes--) {
            int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 8192));
            if (random.nextInt(3) == 0) {
                Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(600)), (byte) random.nextInt(256));
            } else {
                bytes[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return bytes;
    }

    private void readWhatIsThere(String what) {
        try {
            var database = new OpencodeDatabase(file(), EngineKey.OPENCODE);
            var reading = database.read(null);
            assertThat(database.read(reading).sessions()).as(what).hasSameSizeAs(reading.sessions());
            database.glance();
        } catch (UnreadableDatabaseException typed) {
            assertThat(typed).as(what).hasMessageStartingWith("opencode.db ");
        } catch (IOException | RuntimeException fatal) {
            throw new AssertionError(what, fatal);
        }
    }

    @Test
    void sessions_on_sound_pages_are_whole_where_others_are_damaged() throws Exception {
        checkpoint();
        byte[] bytes = Files.readAllBytes(file());
        int at = indexOf(bytes, "请把首页横幅改成深色模式".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        Arrays.fill(bytes, at / 4096 * 4096, at / 4096 * 4096 + 8, (byte) 0);
        Files.write(file(), bytes);
        var reading = new OpencodeDatabase(file(), EngineKey.OPENCODE).read(null);
        assertThat(reading.sessions()).hasSize(15);
        assertThat(reading.sessions()).anyMatch(facts -> facts.unreadable() > 0);
        assertThat(reading.sessions()).anyMatch(facts -> facts.unreadable() == 0 && facts.messageCount() > 0);
        assertThat(reading.unreadable()).anyMatch(it -> it.kind().equals("database"));
    }

    @Test
    void a_view_in_the_place_of_a_table_is_refused() throws Exception {
        run("ALTER TABLE part RENAME TO hidden", "CREATE VIEW part AS SELECT * FROM hidden");
        assertRefused(Reason.FOREIGN);
    }

    @Test
    void a_store_without_its_tables_is_refused() throws Exception {
        run("DROP TABLE part", "DROP TABLE message", "DROP TABLE session");
        assertRefused(Reason.FOREIGN);
    }

    @Test
    void a_locked_store_says_so() throws Exception {
        checkpoint();
        Files.deleteIfExists(home.resolve("opencode.db-wal"));
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA locking_mode=EXCLUSIVE");
            statement.execute("UPDATE session SET title = 'held'");
            Files.write(home.resolve("opencode.db-shm"), new byte[32768]);
            assertRefused(Reason.LOCKED);
        }
    }

    private void assertRefused(Reason reason) {
        assertThatThrownBy(() -> new OpencodeDatabase(file(), EngineKey.OPENCODE).read(null))
                .isInstanceOfSatisfying(
                        UnreadableDatabaseException.class,
                        e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int at = 0; at + wanted.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new AssertionError("not in the store");
    }

    private void checkpoint() throws SQLException {
        run("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    private void run(String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private Path file() {
        return home.resolve("opencode.db");
    }
}
