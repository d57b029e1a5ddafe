package dev.svc.server.catalog.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Changed rows lead to the list that a whole scan would lead to.
class StoreSnapshotTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final Map<SessionId, SessionFacts> truth = new LinkedHashMap<>();
    private StoreSnapshot snapshot = StoreSnapshot.empty(EngineKey.CODEX);

    private SessionFacts session(int number, int second) {
        var id = new SessionId(EngineKey.CODEX, "s" + number);
        var facts = new SessionFacts(
                id, "Title " + second, null, "/x", NOON, NOON.plusSeconds(second), 1, null, null, 1, false, null, 0);
        truth.put(id, facts);
        return facts;
    }

    private StoreSnapshot.Next scan() {
        return snapshot.with(new StoreScan(EngineKey.CODEX, new ArrayList<>(truth.values()), List.of(), 0, null));
    }

    private static List<SessionFacts> facts(StoreSnapshot of) {
        return Arrays.stream(of.newest()).map(StoredSession::facts).toList();
    }

    @Test
    void whatever_rows_change_it_is_the_list_of_a_whole_scan() {
        var random = new Random(20261129);
        for (int i = 0; i < 3_000; i++) {
            session(i, random.nextInt(500)); // many have the same time
        }
        snapshot = scan().shelf();
        for (int round = 0; round < 60; round++) {
            var some = new ArrayList<SessionFacts>();
            for (int i = random.nextInt(1, 80); i > 0; i--) {
                some.add(session(random.nextInt(3_010), random.nextInt(500)));
            }
            var last = new LinkedHashMap<SessionId, SessionFacts>();
            some.forEach(it -> last.put(it.id(), it));
            var next = snapshot.with(new ChangedRows(EngineKey.CODEX, List.copyOf(last.values())));
            var whole = scan();
            assertThat(facts(next.shelf())).isEqualTo(facts(whole.shelf()));
            assertThat(next.changed()).isEqualTo(whole.changed());
            assertThat(next.gone()).isEmpty();
            snapshot = next.shelf();
            for (var id : truth.keySet()) {
                assertThat(snapshot.find(id)).isNotNull().returns(truth.get(id), StoredSession::facts);
            }
        }
        truth.remove(new SessionId(EngineKey.CODEX, "s7"));
        assertThat(scan().gone()).containsExactly(new SessionId(EngineKey.CODEX, "s7"));
    }

    @Test
    void how_many_logs_are_left_out_stands_until_a_whole_scan_says_otherwise() {
        var one = session(1, 1);
        snapshot = snapshot.with(new StoreScan(EngineKey.CODEX, List.of(one), List.of(), 3, null))
                .shelf();
        assertThat(snapshot.leftOut()).isEqualTo(3);
        snapshot = snapshot.with(new ChangedRows(EngineKey.CODEX, List.of(session(1, 2))))
                .shelf();
        assertThat(snapshot.leftOut()).isEqualTo(3);
        assertThat(scan().shelf().leftOut()).isZero();
    }

    @Test
    void a_row_that_says_the_same_is_no_change() {
        session(1, 1);
        snapshot = scan().shelf();
        var before = snapshot.newest()[0];
        var next = snapshot.with(new ChangedRows(EngineKey.CODEX, List.of(session(1, 1))));
        assertThat(next.changed()).isEmpty();
        assertThat(next.shelf().newest()).containsExactly(before);
    }

    @Test
    void a_row_that_was_not_there_comes_where_it_belongs() {
        session(1, 1);
        session(3, 3);
        snapshot = scan().shelf();
        var next = snapshot.with(new ChangedRows(EngineKey.CODEX, List.of(session(2, 2))));
        assertThat(next.changed()).isEqualTo(Set.of(new SessionId(EngineKey.CODEX, "s2")));
        assertThat(facts(next.shelf()))
                .extracting(SessionFacts::title)
                .containsExactly("Title 3", "Title 2", "Title 1");
    }

    @Test
    void the_text_of_a_changed_row_is_found() {
        session(1, 1);
        snapshot = scan().shelf();
        snapshot.prepare();
        snapshot = snapshot.with(new ChangedRows(EngineKey.CODEX, List.of(session(1, 22))))
                .shelf();
        snapshot.prepare();
        assertThat(snapshot.newest()[0].says(Folded.of("title 22"), true)).isTrue();
    }
}
