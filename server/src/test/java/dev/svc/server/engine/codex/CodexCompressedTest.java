package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Compressing;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.ProviderContract;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The recorded rollouts as Codex compresses them.
class CodexCompressedTest extends ProviderContract {
    private static final String FORK = "01a1fdd2-bc7e-7d32-b18a-21ab9f4ccb6d";
    private static final String OLD = "06414100-0b60-4339-893a-0cfd0bd17d0b";
    private static final String MINE = "01a1fdd2-bc83-7d32-b18a-21ab9f4ccb6d";
    private static final String BROKEN = "compressed file that cannot be read to its end";
    private static final String TOO_MUCH = "compressed file of more than 512 MiB, the rest not read";

    private Map<String, SessionFacts> plain = Map.of();

    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("codex"), home.resolve(".codex"));
        plain = byId(StoreFixture.rows(provider(home).store()));
        Compressing.replaceAll(home.resolve(".codex"));
    }

    @BeforeEach
    void requireThatAllAreCompressed() throws IOException {
        assertThat(Compressing.rollouts(home)).isEmpty();
        assertThat(plain).hasSizeGreaterThan(10);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new CodexProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Set<String> expectedRows() {
        return plain.values().stream()
                .filter(row -> row.parent() == null)
                .map(row -> row.id().nativeId())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    protected boolean growsAtItsEnd(Piece piece) {
        return piece.key().equals(CodexHome.INDEX);
    }

    @Test
    void every_fact_is_what_it_was_before_but_for_the_size_on_disk() throws IOException {
        var rows = byId(facts(readAll()));
        assertThat(rows.keySet()).isEqualTo(plain.keySet());
        for (var row : rows.values()) {
            var before = plain.get(row.id().nativeId());
            assertThat(row)
                    .usingRecursiveComparison()
                    .ignoringFields("sizeBytes")
                    .isEqualTo(before);
            assertThat(row.sizeBytes()).isEqualTo(Files.size(only(row.id().nativeId())));
        }
        assertThat(readAll().values()).allMatch(reading -> reading.unreadable().isEmpty());
    }

    @Test
    void a_glance_takes_the_time_of_the_file_which_compression_keeps() throws IOException {
        var time = Instant.parse("2026-11-29T10:00:00Z");
        Files.setLastModifiedTime(only(OLD), FileTime.from(time));
        var glanced = store().glance(piece(OLD)).sessions().getFirst();
        assertThat(glanced.updatedAt()).isEqualTo(time);
        assertThat(glanced.firstMessage()).isEqualTo(row(plain, OLD).firstMessage());
        assertThat(store().read(piece(OLD), null).sessions().getFirst().updatedAt())
                .isEqualTo(row(plain, OLD).updatedAt());
    }

    @Test
    void a_plain_rollout_beside_a_compressed_one_counts_and_is_no_second_row() throws IOException {
        var compressed = only(OLD);
        var bytes = Files.readAllBytes(compressed);
        var expanded = expand(compressed);
        Files.write(compressed, Arrays.copyOf(bytes, bytes.length / 2));

        assertThat(files(OLD)).containsExactly(expanded);
        assertThat(store().pieceOf(compressed).orElseThrow().files().getFirst().path())
                .isEqualTo(expanded);
        assertThat(row(byId(facts(readAll())), OLD)).isEqualTo(row(plain, OLD));
        assertThat(readAll().values()).allMatch(reading -> reading.unreadable().isEmpty());
        assertThat(new CodexAncestors(codexHome()).find(OLD)).contains(expanded);
    }

    @Test
    void a_rollout_stays_the_same_piece_when_it_is_compressed_or_expanded() throws IOException {
        var compressed = only(OLD);
        var key = piece(OLD).key();
        var before = store().read(piece(OLD), null);
        var expanded = expand(compressed);
        Files.delete(compressed);

        var piece = store().pieceOf(compressed).orElseThrow();
        assertThat(piece.key()).isEqualTo(key);
        assertThat(piece.files().getFirst().path()).isEqualTo(expanded);
        var plainly = store().read(piece, null);
        assertThat(store().read(piece, before)).isEqualTo(plainly);

        Compressing.replace(expanded);
        var again = store().pieceOf(expanded).orElseThrow();
        assertThat(again.key()).isEqualTo(key);
        assertThat(store().read(again, plainly)).isEqualTo(before);
    }

    @Test
    void what_is_lost_of_a_rollout_is_counted_and_the_rest_is_a_row() throws IOException {
        var file = only(OLD);
        var frame = Files.readAllBytes(file);
        Files.write(file, Compressing.joined(frame, frame, Arrays.copyOf(frame, frame.length / 2)));

        var reading = store().read(piece(OLD), null);

        assertThat(reading.unreadable()).containsExactly(new Reading.Unreadable(BROKEN, 1, "0.36.0"));
        var row = reading.sessions().getFirst();
        assertThat(row.unreadable()).isEqualTo(1);
        assertThat(row.firstMessage()).isEqualTo(row(plain, OLD).firstMessage());
        assertThat(row.messageCount()).isEqualTo(2 * row(plain, OLD).messageCount());
    }

    @Test
    void a_file_of_which_nothing_can_be_read_is_counted_and_no_row() throws IOException {
        for (var content : List.of("", "no frame")) {
            Files.writeString(only(OLD), content);
            assertThat(store().glance(piece(OLD)).sessions()).isEmpty();
            var reading = store().read(piece(OLD), null);
            assertThat(reading.sessions()).isEmpty();
            assertThat(reading.unreadable()).containsExactly(new Reading.Unreadable(BROKEN, 1, ""));
        }
    }

    @Test
    void a_rollout_that_expands_without_end_is_read_up_to_the_limit() throws IOException {
        var file = only(OLD);
        var whole = Files.readAllBytes(file);
        Files.write(file, Compressing.joined(whole, Compressing.frame(new byte[1 << 20], 520, 0)));

        var reading = store().read(piece(OLD), null);

        assertThat(reading.unreadable()).containsExactly(new Reading.Unreadable(TOO_MUCH, 1, "0.36.0"));
        assertThat(reading.sessions().getFirst().messageCount())
                .isEqualTo(row(plain, OLD).messageCount());
        assertThat(provider.turns().index(OLD, java.util.Optional.empty()).count())
                .isPositive();
    }

    @Test
    void a_plain_fork_of_a_compressed_session_begins_with_what_was_said_before_it() throws IOException {
        expandAndForget(only(FORK));
        assertThat(row(byId(facts(readAll())), FORK)).isEqualTo(row(plain, FORK));
        assertThat(row(byId(facts(glanceAll())), FORK).firstMessage())
                .isEqualTo(row(plain, FORK).firstMessage());
    }

    @Test
    void a_store_that_lies_elsewhere_is_read_alike() throws IOException {
        var elsewhere = home.resolve("elsewhere");
        StoreCopy.plant(home.resolve(".codex"), elsewhere);
        var other = new CodexProvider(
                new EngineSettings(home.resolve("nobody"), List.of(), null, elsewhere.resolve("sessions"), Map.of()));
        var rows = byId(StoreFixture.rows(other.store()));
        assertThat(rows).isEqualTo(byId(facts(readAll())));
        assertThat(rows.values()).anyMatch(SessionFacts::archived);
    }

    @Test
    void the_folder_of_a_new_session_is_read_of_a_compressed_one_too() throws IOException {
        var cwd = Files.createDirectories(home.resolve("code"));
        var before = provider.snapshotSessionIds(cwd);
        assertThat(before).contains(OLD);
        var begun = home.resolve(".codex/sessions/2026/11/21/rollout-2026-11-21T11-16-48-" + MINE + ".jsonl");
        Files.writeString(
                begun,
                "{\"timestamp\":\"2026-11-21T12:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{\"id\":\"" + MINE
                        + "\",\"cwd\":\"" + cwd + "\"}}\n",
                StandardCharsets.UTF_8);
        Compressing.replace(begun);
        assertThat(provider.reconcileNewSession(cwd, before)).containsExactly(MINE);
    }

    private CodexHome codexHome() {
        return CodexHome.of(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    /// Puts the plain form beside the compressed one, as it was recorded.
    private Path expand(Path compressed) throws IOException {
        var name = home.resolve(".codex").relativize(compressed).toString();
        var plainName = name.substring(0, name.length() - ".zst".length());
        var expanded = home.resolve(".codex").resolve(plainName);
        Files.copy(
                StoreCopy.fixture("codex").resolve(plainName),
                expanded,
                java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        return expanded;
    }

    private void expandAndForget(Path compressed) throws IOException {
        expand(compressed);
        Files.delete(compressed);
    }

    private Piece piece(String id) throws IOException {
        return store().pieceOf(only(id)).orElseThrow();
    }

    private Path only(String id) throws IOException {
        return files(id).getFirst();
    }

    private List<Path> files(String id) throws IOException {
        return pieces().stream()
                .map(piece -> piece.files().getFirst().path())
                .filter(path -> path.toString().contains(id))
                .toList();
    }

    private static Map<String, SessionFacts> byId(List<SessionFacts> facts) {
        var rows = new TreeMap<String, SessionFacts>();
        facts.forEach(row -> rows.put(row.id().nativeId(), row));
        return rows;
    }

    private static SessionFacts row(Map<String, SessionFacts> rows, String id) {
        assertThat(rows).containsKey(id);
        return java.util.Objects.requireNonNull(rows.get(id));
    }
}
