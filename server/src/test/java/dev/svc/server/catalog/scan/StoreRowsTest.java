package dev.svc.server.catalog.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Hint;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A change of a piece makes its own rows, and all rows where they may depend on more.
class StoreRowsTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Unreadable ODD = new Unreadable("odd", 1, "9.9");

    private final NamingStore store = new NamingStore();
    private final PieceCache pieces = new PieceCache(CompletableFuture.completedFuture(new HashMap<>()));
    private final StoreRows rows = new StoreRows(store, pieces);

    @BeforeEach
    void two_sessions_that_have_been_told() {
        says("a", session("a", 1));
        says("b", session("b", 1));
        assertThat(news()).isInstanceOf(StoreScan.class);
    }

    private void says(String piece, SessionFacts... sessions) {
        says(piece, new Reading(List.of(sessions), List.of(), List.of(), "", true));
    }

    private void says(String piece, Reading reading) {
        var now = new KnownPiece(new Piece(piece, List.of()), reading, true);
        var before = pieces.find(piece);
        pieces.put(now);
        rows.read(before, now);
    }

    private StoreNews news() {
        return rows.news(EngineKey.CODEX, null);
    }

    private static SessionFacts session(String name, int messages) {
        return new SessionFacts(
                new SessionId(EngineKey.CODEX, name),
                null,
                "Hello",
                "/x",
                NOON,
                NOON.plusSeconds(messages),
                messages,
                null,
                null,
                messages,
                false,
                null,
                0);
    }

    private static List<String> told(StoreNews news) {
        var told = switch (news) {
            case StoreScan scan -> scan.sessions();
            case ChangedRows some -> some.sessions();
        };
        return told.stream()
                .map(it -> it.id().nativeId() + " " + it.messageCount() + (it.title() == null ? "" : " " + it.title()))
                .sorted()
                .toList();
    }

    @Test
    void a_piece_that_changed_makes_its_row() {
        says("a", session("a", 2));
        var news = news();
        assertThat(news).isInstanceOf(ChangedRows.class);
        assertThat(told(news)).containsExactly("a 2");
    }

    @Test
    void several_pieces_make_theirs_the_last_time_each_was_read() {
        says("a", session("a", 2));
        says("b", session("b", 2));
        says("a", session("a", 3));
        assertThat(told(news())).containsExactly("a 3", "b 2");
        says("b", session("b", 3));
        assertThat(told(news())).containsExactly("b 3");
    }

    @Test
    void what_others_said_of_it_stays_with_it() {
        says("names", new Reading(List.of(), List.of(new Hint("a", "name", "Cart")), List.of(), "", true));
        assertThat(told(news())).containsExactly("a 1 Cart", "b 1");
        says("a", session("a", 2));
        var news = news();
        assertThat(news).isInstanceOf(ChangedRows.class);
        assertThat(told(news)).containsExactly("a 2 Cart");
    }

    @Test
    void another_name_for_a_session_makes_all_rows() {
        says("names", new Reading(List.of(), List.of(new Hint("a", "name", "Cart")), List.of(), "", true));
        news();
        says("names", new Reading(List.of(), List.of(new Hint("b", "name", "Cart")), List.of(), "", true));
        assertThat(told(news())).containsExactly("a 1", "b 1 Cart");
    }

    @Test
    void a_new_piece_makes_all_rows() {
        says("c", session("c", 1));
        assertThat(told(news())).containsExactly("a 1", "b 1", "c 1");
    }

    @Test
    void a_piece_with_other_sessions_than_before_makes_all_rows() {
        says("a", session("c", 1));
        assertThat(told(news())).containsExactly("b 1", "c 1");
    }

    @Test
    void a_session_in_two_pieces_makes_all_rows() {
        says("copy", session("a", 5));
        news();
        says("a", session("a", 2));
        assertThat(told(news())).containsExactly("a 5", "b 1");
    }

    @Test
    void what_became_unreadable_is_counted_over_all() {
        says("a", new Reading(List.of(session("a", 1)), List.of(), List.of(ODD), "", true));
        assertThat(news())
                .isEqualTo(new StoreScan(EngineKey.CODEX, store.combine(pieces.readings()), List.of(ODD), 0, null));
    }

    @Test
    void what_is_gone_makes_all_rows() {
        assertThat(pieces.keepOnly(java.util.Set.of("b"))).isTrue();
        rows.all();
        assertThat(told(news())).containsExactly("b 1");
    }

    @Test
    void a_store_whose_rows_depend_on_more_makes_all() {
        store.single = false;
        says("c", session("c", 1));
        news();
        says("a", session("a", 2));
        assertThat(told(news())).containsExactly("a 2", "b 1", "c 1");
    }

    @Test
    void many_pieces_make_all_rows() {
        for (int i = 0; i < 300; i++) {
            says("p" + i, session("p" + i, 1));
        }
        news();
        for (int i = 0; i < 300; i++) {
            says("p" + i, session("p" + i, 2));
        }
        var news = news();
        assertThat(news).isInstanceOf(StoreScan.class);
        assertThat(told(news)).hasSize(302).contains("a 1", "p0 2", "p299 2");
    }

    @Test
    void rows_that_could_not_be_made_are_made_the_next_time() {
        says("c", session("c", 1));
        store.broken = true;
        assertThat(org.assertj.core.api.Assertions.catchThrowable(this::news)).hasMessage("broken");
        store.broken = false;
        says("a", session("a", 2));
        assertThat(told(news())).containsExactly("a 2", "b 1", "c 1");
    }

    /// One whose pieces name sessions of each other.
    private static final class NamingStore implements EngineStore {
        boolean single = true;
        boolean broken;

        @Override
        public Path location() {
            return Path.of("/nowhere");
        }

        @Override
        public List<Path> roots() {
            return List.of();
        }

        @Override
        public void walk(Consumer<Piece> pieces) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Piece> pieceOf(Path changed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Reading glance(Piece piece) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Reading read(Piece piece, @Nullable Reading before) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<SessionFacts> combine(Collection<Reading> readings) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            var rows = new HashMap<SessionId, SessionFacts>();
            for (var reading : readings) {
                for (var row : named(readings).apply(reading)) {
                    rows.merge(row.id(), row, (one, other) -> one.messageCount() > other.messageCount() ? one : other);
                }
            }
            return new ArrayList<>(rows.values());
        }

        @Override
        public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
            return single ? Optional.of(named(readings)) : Optional.empty();
        }

        private static Function<Reading, List<SessionFacts>> named(Collection<Reading> readings) {
            Map<String, String> names = new HashMap<>();
            readings.forEach(reading -> reading.hints().forEach(hint -> names.put(hint.subject(), hint.value())));
            return reading -> reading.sessions().stream()
                    .map(it -> titled(it, names.get(it.id().nativeId())))
                    .toList();
        }

        private static SessionFacts titled(SessionFacts facts, @Nullable String title) {
            return facts.withTitle(title);
        }
    }
}
