package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.svc.server.engine.file.Bytes;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The contract of every provider, on a copy of a store that the real program wrote.
public abstract class ProviderContract {
    /// The home that contains the store, new for every test.
    @TempDir
    protected Path home;

    protected EngineProvider provider = new NoProvider();

    /// Copies the recorded store to the place below the home where the provider looks for it.
    protected abstract void plant(Path home) throws IOException;

    protected abstract EngineProvider provider(Path home);

    /// The native ids of the rows: not those of sub-agents.
    protected abstract Set<String> expectedRows() throws IOException;

    /// Whether the piece is a log of lines to which its program only ever appends.
    protected abstract boolean growsAtItsEnd(Piece piece);

    /// How many mutations of the store are tried; fewer where one costs more, many more with `-Dsvc.mutations=20000`.
    protected int mutations() {
        return Integer.getInteger("svc.mutations", 1_000);
    }

    @BeforeEach
    void plantTheStore() throws IOException {
        home = home.toRealPath();
        plant(home);
        provider = provider(home);
    }

    @Test
    void exactly_the_sessions_a_person_would_resume_are_rows() throws IOException {
        assertThat(rows(facts(readAll())).keySet()).containsExactlyInAnyOrderElementsOf(expectedRows());
        assertThat(rows(facts(glanceAll())).keySet()).containsExactlyInAnyOrderElementsOf(expectedRows());
    }

    @Test
    void every_id_has_the_shape_of_its_engine_and_occurs_once() throws IOException {
        var ids = facts(readAll()).stream().map(SessionFacts::id).toList();
        assertThat(ids).doesNotHaveDuplicates().allSatisfy(id -> {
            assertThat(id.engine()).isEqualTo(provider.engineId());
            assertThat(id.nativeId()).matches(provider.idPattern());
        });
    }

    @Test
    void the_store_is_the_same_byte_for_byte_after_everything_was_read() throws IOException {
        var before = StoreCopy.state(home);
        facts(glanceAll());
        facts(readAll());
        provider.snapshotSessionIds(home);
        provider.reconcileNewSession(home, Set.of());
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    @Test
    void a_reading_says_that_it_is_whole_and_reading_again_says_the_same() throws IOException {
        var readings = readAll();
        assertThat(readings.values()).allMatch(Reading::complete);
        assertThat(readings.values().stream().flatMap(reading -> reading.sessions().stream()))
                .allMatch(session -> session.messageCount() >= 0);
        assertThat(readAll()).isEqualTo(readings);
    }

    @Test
    void every_changed_path_leads_to_its_piece() throws IOException {
        for (var piece : pieces()) {
            for (var file : piece.files()) {
                assertThat(store().pieceOf(file.path())).contains(piece);
            }
        }
        assertThat(store().pieceOf(home.resolve("elsewhere"))).isEmpty();
        assertThat(store().pieceOf(Path.of("/"))).isEmpty();
    }

    @Test
    void every_piece_lies_below_a_watched_folder() throws IOException {
        for (var piece : pieces()) {
            assertThat(piece.files())
                    .allSatisfy(file -> assertThat(store().roots())
                            .anyMatch(root -> file.path().startsWith(root)));
        }
    }

    @Test
    void a_glance_agrees_with_the_reading_wherever_it_says_something() throws IOException {
        var read = all(facts(readAll()));
        all(facts(glanceAll())).forEach((id, glanced) -> {
            var whole = read.get(id);
            assertThat(whole).as(id).isNotNull();
            agree(glanced, java.util.Objects.requireNonNull(whole));
        });
    }

    private static void agree(SessionFacts glanced, SessionFacts read) {
        var id = glanced.id().nativeId();
        agree(id, glanced.title(), read.title());
        agree(id, glanced.firstMessage(), read.firstMessage());
        agree(id, glanced.cwd(), read.cwd());
        agree(id, glanced.branch(), read.branch());
        assertThat(glanced.archived()).as(id).isEqualTo(read.archived());
        assertThat(glanced.parent()).as(id).isEqualTo(read.parent());
    }

    private static void agree(
            String id,
            @org.jspecify.annotations.Nullable String glanced,
            @org.jspecify.annotations.Nullable String read) {
        if (glanced != null) {
            assertThat(read).as(id).isEqualTo(glanced);
        }
    }

    @Test
    void a_log_read_line_by_line_as_it_grows_says_what_it_says_when_read_at_once() throws IOException {
        for (var piece : growing()) {
            var bytes = Files.readAllBytes(file(piece));
            var whole = store().read(piece, null);
            Reading reading = null;
            for (int end : lineEnds(bytes)) {
                reading = store().read(rewritten(piece, Arrays.copyOf(bytes, end)), reading);
            }
            assertThat(store().read(rewritten(piece, bytes), reading))
                    .as(piece.key())
                    .isEqualTo(whole);
        }
    }

    @Test
    void a_log_cut_anywhere_and_then_completed_says_what_it_says_when_read_at_once() throws IOException {
        for (var piece : growing()) {
            var bytes = Files.readAllBytes(file(piece));
            var whole = store().read(piece, null);
            var ends = lineEnds(bytes);
            for (int i = 0; i < ends.size(); i += 1 + ends.size() / 20) {
                for (int cut : List.of(ends.get(i), Math.max(0, ends.get(i) - 7))) {
                    var before = store().read(rewritten(piece, Arrays.copyOf(bytes, cut)), null);
                    assertThat(store().read(rewritten(piece, bytes), before))
                            .as("%s cut at %s", piece.key(), cut)
                            .isEqualTo(whole);
                }
            }
        }
    }

    @Test
    void a_log_that_became_shorter_or_another_one_is_read_anew() throws IOException {
        for (var piece : growing()) {
            var bytes = Files.readAllBytes(file(piece));
            var whole = store().read(piece, null);
            var ends = lineEnds(bytes);
            var half = ends.isEmpty() ? new byte[0] : Arrays.copyOf(bytes, ends.get(ends.size() / 2));
            var cut = rewritten(piece, half);
            assertThat(store().read(cut, whole)).as(piece.key()).isEqualTo(store().read(cut, null));
            var another = rewritten(
                    piece,
                    ("{}\n" + new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1))
                            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            assertThat(store().read(another, whole)).as(piece.key()).isEqualTo(store().read(another, null));
            rewritten(piece, bytes);
        }
    }

    @Test
    void a_row_that_follows_from_its_piece_alone_is_the_one_of_the_whole_store() throws IOException {
        var readings = readAll().values();
        var each = store().each(readings);
        if (each.isEmpty()) {
            return; // its rows depend on more, so all of them are always made together
        }
        var times = new TreeMap<String, Integer>();
        readings.forEach(reading ->
                reading.sessions().forEach(row -> times.merge(row.id().nativeId(), 1, Integer::sum)));
        var whole = all(store().combine(readings));
        for (var reading : readings) {
            for (var row : each.get().apply(reading)) {
                if (times.getOrDefault(row.id().nativeId(), 0) == 1) {
                    assertThat(row).isEqualTo(whole.get(row.id().nativeId()));
                }
            }
        }
        assertThat(times.keySet()).isEqualTo(whole.keySet());
    }

    @Test
    void a_store_that_is_not_there_is_empty_and_no_error() throws IOException {
        var nobody = provider(Files.createDirectory(home.resolve("nobody")));
        var pieces = new ArrayList<Piece>();
        nobody.store().walk(pieces::add);
        assertThat(pieces).isEmpty();
        assertThat(nobody.store().isReadable()).isFalse();
        assertThat(nobody.store().combine(List.of())).isEmpty();
        assertThat(nobody.snapshotSessionIds(home)).isEmpty();
    }

    @Test
    void a_piece_that_vanished_is_an_error_of_its_own_or_says_nothing() throws IOException {
        for (var piece : pieces()) {
            for (var file : piece.files()) {
                Files.delete(file.path());
            }
            for (boolean glance : List.of(true, false)) {
                try {
                    var reading = glance ? store().glance(piece) : store().read(piece, null);
                    assertThat(reading.sessions()).as(piece.key()).isEmpty();
                } catch (IOException vanished) {
                    assertThat(vanished).as(piece.key()).isNotNull();
                }
            }
        }
    }

    @Test
    void links_pipes_and_folders_in_the_place_of_files_are_nobodys_session() throws Exception {
        var outside = home.resolve("outside");
        Files.createDirectory(outside);
        int turn = 0;
        for (var piece : pieces()) {
            var file = file(piece);
            var kept = Files.move(file, outside.resolve("kept" + turn));
            switch (turn++ % 3) {
                case 0 -> Files.createSymbolicLink(file, kept);
                case 1 -> Files.createDirectory(file);
                default ->
                    assertThat(new ProcessBuilder("mkfifo", file.toString())
                                    .start()
                                    .waitFor())
                            .isZero();
            }
        }
        for (var piece : pieces()) {
            assertThat(piece.files())
                    .noneMatch(file -> !Files.isRegularFile(file.path(), java.nio.file.LinkOption.NOFOLLOW_LINKS));
        }
        assertThatCode(() -> facts(readAll())).doesNotThrowAnyException();
    }

    @Test
    void no_mutation_of_a_store_is_fatal() throws IOException {
        new StoreFuzz(store(), 20261121).run(mutations());
    }

    protected final EngineStore store() {
        return provider.store();
    }

    protected final List<Piece> pieces() throws IOException {
        var pieces = new ArrayList<Piece>();
        store().walk(pieces::add);
        return pieces;
    }

    protected final Map<String, Reading> readAll() throws IOException {
        var readings = new TreeMap<String, Reading>();
        for (var piece : pieces()) {
            readings.put(piece.key(), store().read(piece, null));
        }
        return readings;
    }

    protected final Map<String, Reading> glanceAll() throws IOException {
        var readings = new TreeMap<String, Reading>();
        for (var piece : pieces()) {
            readings.put(piece.key(), store().glance(piece));
        }
        return readings;
    }

    protected final List<SessionFacts> facts(Map<String, Reading> readings) {
        return store().combine(readings.values());
    }

    /// The rows by their native ids, sub-agents left out.
    protected static Map<String, SessionFacts> rows(List<SessionFacts> facts) {
        return all(facts.stream().filter(session -> session.parent() == null).toList());
    }

    private static Map<String, SessionFacts> all(List<SessionFacts> facts) {
        return facts.stream().collect(Collectors.toMap(session -> session.id().nativeId(), session -> session));
    }

    private List<Piece> growing() throws IOException {
        return pieces().stream().filter(this::growsAtItsEnd).toList();
    }

    private static Path file(Piece piece) {
        return piece.files().getFirst().path();
    }

    /// Writes into the file that is there, so that it stays the same one.
    private Piece rewritten(Piece piece, byte[] bytes) throws IOException {
        Files.write(file(piece), bytes);
        return store().pieceOf(file(piece)).orElseThrow();
    }

    private static List<Integer> lineEnds(byte[] bytes) {
        var ends = new ArrayList<Integer>();
        for (int at = 0; (at = Bytes.find(bytes, at, bytes.length, '\n')) < bytes.length; ) {
            ends.add(++at);
        }
        return ends;
    }

    protected static SessionId id(EngineProvider provider, String nativeId) {
        return new SessionId(provider.engineId(), nativeId);
    }
}
