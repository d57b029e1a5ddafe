package dev.svc.server.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.ToldUsage;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.shared.file.WholeFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Deleted sessions of every recorded store are listed and read as before.
class KeptProviderTest {
    @TempDir
    Path folder = Path.of("");

    private KeptStores kept;
    private UnpackedCopies unpacked;

    @BeforeEach
    void open() throws Exception {
        kept = KeptStores.in(folder.toRealPath());
        kept.follow();
        unpacked = new UnpackedCopies(
                kept.vault(),
                folder.toRealPath().resolve("unpacked"),
                kept.stores::program,
                parent -> kept.stores.facts().values().stream()
                        .filter(facts -> parent.equals(facts.parent()))
                        .map(facts -> facts.id())
                        .toList());
    }

    @AfterEach
    void close() throws Exception {
        unpacked.close();
        kept.close();
    }

    private KeptProvider provider(SessionId id) {
        return new KeptProvider(kept.stores.program(id.engine()), kept.vault(), unpacked);
    }

    private void deleteAllStores() throws Exception {
        WholeFolder.remove(folder.toRealPath().resolve("home"));
        Files.createDirectories(folder.toRealPath().resolve("home"));
        for (var id : Map.copyOf(kept.listed).keySet()) {
            kept.keeperNow().gone(id);
        }
        kept.keeperNow().flush();
    }

    private List<Turn> said(SessionId id) throws Exception {
        var turns = provider(id).turns();
        var index = turns.index(id.nativeId(), Optional.empty());
        return turns.read(id.nativeId(), index, 0, index.count(), new Detail(2048));
    }

    @Test
    void deleted_sessions_are_read_as_before() throws Exception {
        var before = new HashMap<SessionId, List<Turn>>();
        for (var id : kept.listed.keySet()) {
            before.put(id, said(id));
        }
        deleteAllStores();
        for (var id : kept.listed.keySet()) {
            assertThat(said(id)).as("%s", id).isEqualTo(before.get(id));
        }
    }

    /// What calls there were, not when: a record without a time has that of its file.
    private Map<Long, TokenCounts> used(SessionId id) throws Exception {
        var told = ToldUsage.of(provider(id), id.nativeId(), "");
        var used = new HashMap<Long, TokenCounts>();
        told.records().forEach(call -> used.merge(call.key(), call.tokens(), TokenCounts::orMore));
        return used;
    }

    @Test
    void deleted_sessions_used_what_they_used_before() throws Exception {
        var counted = kept.listed.keySet().stream()
                .filter(id -> provider(id).usage().isPresent())
                .toList();
        var before = new HashMap<SessionId, Map<Long, TokenCounts>>();
        for (var id : counted) {
            before.put(id, used(id));
        }
        deleteAllStores();
        assertThat(before.values()).anySatisfy(used -> assertThat(used).isNotEmpty());
        for (var id : counted) {
            assertThat(used(id)).as("%s", id).isEqualTo(before.get(id));
        }
    }

    @Test
    void deleted_sessions_are_listed_as_before() throws Exception {
        var before = Map.copyOf(kept.listed);
        deleteAllStores();
        for (var program : kept.stores.programs()) {
            var rows = StoreFixture.rows(new KeptProvider(program, kept.vault(), unpacked).store());
            assertThat(rows)
                    .containsExactlyInAnyOrderElementsOf(before.values().stream()
                            .filter(facts -> facts.id().engine() == program.engineId())
                            .toList());
        }
    }

    /// Between the mark and what is known of the copy, the one who makes both may be held up for as long as the machine
    /// is busy. A list that has seen the mark shows the session, and would say for good that its store has it.
    @Test
    void whoever_sees_a_deleted_session_hears_that_it_is_deleted() throws Exception {
        var id = kept.listed.keySet().iterator().next();
        try (var notYet = Vault.look(kept.vault().folder(), Sealing.NONE)) {
            deleteAllStores();
            assertThat(notYet.find(id)).get().matches(it -> !it.isTheOnlyOne());
            var store = new KeptProvider(kept.stores.program(id.engine()), notYet, unpacked).store();
            assertThat(StoreFixture.rows(store)).extracting(SessionFacts::id).contains(id);
            assertThat(notYet.find(id)).get().matches(HeldSession::isTheOnlyOne);
        }
    }

    @Test
    void what_is_in_its_store_is_shown_as_the_store_has_it() throws Exception {
        for (var program : kept.stores.programs()) {
            var store = new KeptProvider(program, kept.vault(), unpacked).store();
            assertThat(StoreFixture.rows(store))
                    .containsExactlyInAnyOrderElementsOf(StoreFixture.rows(program.store()));
        }
    }

    /// One line in one of 100,000 sessions costs one row, with the vault as without it.
    @Test
    void rows_follow_from_single_pieces_where_they_do_in_the_store_itself() throws Exception {
        for (var program : kept.stores.programs()) {
            var own = StoreFixture.readings(program.store());
            var store = new KeptProvider(program, kept.vault(), unpacked).store();
            assertThat(store.each(own).isPresent())
                    .isEqualTo(program.store().each(own).isPresent());
        }
        deleteAllStores();
        for (var program : kept.stores.programs()) {
            var store = new KeptProvider(program, kept.vault(), unpacked).store();
            var readings = StoreFixture.readings(store);
            var each = store.each(readings);
            if (each.isPresent()) {
                assertThat(readings.stream().flatMap(one -> each.get().apply(one).stream()))
                        .containsExactlyInAnyOrderElementsOf(store.combine(readings));
            }
        }
    }
}
