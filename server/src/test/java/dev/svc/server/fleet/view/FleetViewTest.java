package dev.svc.server.fleet.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.FleetKey;
import dev.svc.server.fleet.envelope.HostKeys;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.row.RemoteRow.RemoteMarks;
import dev.svc.server.fleet.row.RowMessage;
import dev.svc.server.fleet.view.RemoteQuery.Folded;
import dev.svc.server.fleet.view.RemoteQuery.InProjectNamed;
import dev.svc.server.fleet.view.RemoteQuery.Order;
import dev.svc.server.fleet.view.RemoteQuery.State;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FleetViewTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
    private static final State ANY = new State(null, null, false, false);

    private final FleetView view = new FleetView(Folded.LOWER, Duration.ofDays(1), 1L << 20);
    private final List<RemoteNews> news = new ArrayList<>();
    private final HostKeys here = HostKeys.make(RANDOM);
    private final FleetKey key = FleetKey.make(RANDOM);
    private final Member forge = HostKeys.make(RANDOM).as("forge-1", NOW);
    private final Member laptop = HostKeys.make(RANDOM).as("laptop-3", NOW);
    private final Charter charter = Charter.first(key, here.as("here", NOW), RANDOM)
            .with(forge, key, RANDOM)
            .with(laptop, key, RANDOM);
    private long numbers;

    @BeforeEach
    void two_other_hosts() {
        view.keep(charter, here.id());
        view.beginReading();
        view.endReading();
        view.subscribe(news::add);
    }

    private static SessionId id(int number) {
        return new SessionId(EngineKey.of(1 + number % 2), "s" + number);
    }

    private static RemoteRow row(int number, String title, @Nullable String project, RemoteMarks marks, Status status) {
        return new RemoteRow(
                id(number),
                title,
                "user",
                null,
                "/work/" + number % 3,
                project,
                marks,
                NOW.minusSeconds(number),
                NOW.plusSeconds(number),
                1,
                null,
                "main",
                1,
                status,
                false,
                false,
                null);
    }

    private static final RemoteMarks PLAIN = new RemoteMarks(false, false, false, null);

    private boolean put(Member host, RemoteRow row, long number) throws Exception {
        return put(view, host, row, number) == Taken.TAKEN;
    }

    private static Taken put(FleetView view, Member host, RemoteRow row, long number) throws Exception {
        byte[] message = RowMessage.of(row);
        return view.put(host, row.id(), PackedRow.of(RowMessage.read(message), message), number);
    }

    private void put(Member host, RemoteRow row) throws Exception {
        assertThat(put(host, row, ++numbers)).isTrue();
    }

    private static RemoteQuery query(State state, Order order) {
        return new RemoteQuery(Set.of(), Set.of(), state, null, List.of(), List.of(), order);
    }

    private List<String> titles(RemoteQuery query) {
        return view.select(query, NOW).rows().stream()
                .map(it -> Objects.toString(it.row().unpacked().title()))
                .toList();
    }

    @Test
    void favourites_stand_first_and_the_others_by_time_across_hosts() throws Exception {
        put(forge, row(1, "one", null, PLAIN, Status.OFF));
        put(laptop, row(2, "two", null, PLAIN, Status.OFF));
        put(forge, row(3, "three", null, PLAIN, Status.OFF));
        put(laptop, row(0, "zero", null, new RemoteMarks(true, false, false, null), Status.OFF));
        assertThat(titles(query(ANY, Order.UPDATED))).containsExactly("zero", "three", "two", "one");
        assertThat(titles(query(ANY, Order.CREATED))).containsExactly("zero", "one", "two", "three");
        assertThat(titles(query(ANY, Order.TITLE))).containsExactly("zero", "one", "three", "two");
    }

    @Test
    void every_condition_holds() throws Exception {
        put(forge, row(1, "Archived", null, new RemoteMarks(false, true, false, null), Status.OFF));
        put(forge, row(2, "Snoozed", null, new RemoteMarks(false, false, true, NOW.plusSeconds(5)), Status.OFF));
        put(laptop, row(3, "Waiting", "Shop", PLAIN, Status.WAITING));
        put(laptop, row(4, "Working", "Docs", PLAIN, Status.WORKING));
        assertThat(titles(query(new State(true, null, false, false), Order.UPDATED)))
                .containsExactly("Archived");
        assertThat(titles(query(new State(null, true, false, false), Order.UPDATED)))
                .containsExactly("Snoozed");
        assertThat(titles(query(new State(null, null, true, false), Order.UPDATED)))
                .containsExactly("Working", "Waiting");
        assertThat(titles(query(new State(null, null, false, true), Order.UPDATED)))
                .containsExactly("Waiting");
        assertThat(titles(new RemoteQuery(
                        Set.of("laptop-3"),
                        Set.of(EngineKey.of(2)),
                        ANY,
                        new InProjectNamed("Shop"::equals),
                        List.of("wait", "main"),
                        List.of("/work/0"),
                        Order.UPDATED)))
                .containsExactly("Waiting");
        assertThat(titles(new RemoteQuery(Set.of(), Set.of(), ANY, null, List.of("nowhere"), List.of(), Order.UPDATED)))
                .isEmpty();
    }

    @Test
    void counts_are_of_all_that_is_found_and_those_of_hosts_as_if_each_were_asked_for() throws Exception {
        for (int i = 0; i < 10; i++) {
            put(i < 7 ? forge : laptop, row(i, "row", i < 5 ? "Shop" : null, PLAIN, Status.OFF));
        }
        var found = view.select(
                new RemoteQuery(Set.of("forge-1"), Set.of(), ANY, null, List.of(), List.of(), Order.UPDATED), NOW);
        assertThat(found.rows()).hasSize(7);
        assertThat(found.hosts()).isEqualTo(Map.of("forge-1", 7, "laptop-3", 3));
        assertThat(found.engines()).isEqualTo(Map.of(EngineKey.of(1), 4, EngineKey.of(2), 3));
        assertThat(found.projects()).isEqualTo(Map.of(Optional.of("Shop"), 5, Optional.empty(), 2));
        assertThat(found.folders()).hasSize(7);
    }

    @Test
    void an_older_message_about_a_session_changes_nothing_even_after_its_end() throws Exception {
        assertThat(put(forge, row(1, "new", null, PLAIN, Status.OFF), 5)).isTrue();
        assertThat(put(forge, row(1, "old", null, PLAIN, Status.OFF), 4)).isFalse();
        assertThat(titles(query(ANY, Order.UPDATED))).containsExactly("new");
        assertThat(view.put(forge, id(1), null, 6)).isEqualTo(Taken.TAKEN);
        assertThat(put(forge, row(1, "new", null, PLAIN, Status.OFF), 5)).isFalse();
        assertThat(titles(query(ANY, Order.UPDATED))).isEmpty();
    }

    @Test
    void a_host_that_is_not_in_the_fleet_has_no_rows() throws Exception {
        var stranger = HostKeys.make(RANDOM).as("stranger", NOW);
        assertThat(put(stranger, row(1, "x", null, PLAIN, Status.OFF), 1)).isFalse();
        put(laptop, row(1, "x", null, PLAIN, Status.OFF));
        view.keep(charter.without(laptop, Instant.EPOCH, key, RANDOM), here.id());
        assertThat(titles(query(ANY, Order.UPDATED))).isEmpty();
        assertThat(view.hosts()).extracting(it -> it.member().name()).containsExactly("forge-1");
    }

    @Test
    void what_is_not_told_again_goes_once_its_host_says_that_the_broker_has_all() throws Exception {
        put(forge, row(1, "stays", null, PLAIN, Status.OFF));
        put(forge, row(2, "went while nobody listened", null, PLAIN, Status.OFF));
        view.beginReading();
        assertThat(put(forge, row(1, "stays", null, PLAIN, Status.OFF), 1)).isTrue();
        view.endReading();
        assertThat(titles(query(ANY, Order.UPDATED))).hasSize(2);
        assertThat(view.heard(forge, new Presence("1", null, Allowance.LIST, false, false, null), 8, NOW, true))
                .isTrue();
        assertThat(titles(query(ANY, Order.UPDATED))).hasSize(2);
        assertThat(view.heard(forge, new Presence("1", null, Allowance.LIST, false, true, null), 9, NOW, true))
                .isTrue();
        assertThat(titles(query(ANY, Order.UPDATED))).containsExactly("stays");
        assertThat(news).contains(new RemoteNews.Gone(id(2), "forge-1"));
    }

    @Test
    void a_host_is_online_after_it_was_heard_just_now_and_not_by_what_was_stored() {
        assertThat(view.heard(forge, new Presence("1", null, Allowance.LIST, false, true, null), 1, NOW, false))
                .isTrue();
        assertThat(view.hosts().getFirst().online()).isFalse();
        assertThat(view.hosts().getFirst().lastSeen()).isEqualTo(NOW);
        assertThat(view.heard(forge, new Presence("1", null, Allowance.LIST, false, true, null), 2, NOW, true))
                .isTrue();
        assertThat(view.hosts().getFirst().online()).isTrue();
        assertThat(view.heard(forge, new Presence("1", null, Allowance.LIST, true, true, null), 3, NOW, true))
                .isTrue();
        assertThat(view.hosts().getFirst().online()).isFalse();
        assertThat(view.heard(forge, new Presence("1", null, Allowance.LIST, false, true, null), 2, NOW, true))
                .isFalse();
    }

    @Test
    void the_same_word_of_a_host_again_is_no_sign_of_life() {
        var said = new Presence("1", null, Allowance.LIST, false, true, null);
        assertThat(view.heard(forge, said, 1, NOW, true)).isTrue();
        view.lost();
        assertThat(view.heard(forge, said, 1, NOW.plusSeconds(60), true)).isTrue();
        assertThat(view.hosts().getFirst().online()).isFalse();
        assertThat(view.hosts().getFirst().lastSeen()).isEqualTo(NOW);
    }

    @Test
    void a_host_has_only_so_many_rows_here_and_others_are_none_the_worse() throws Exception {
        var small = new FleetView(Folded.LOWER, Duration.ofDays(1), 8_000);
        small.keep(charter, here.id());
        int number = 0;
        while (put(small, forge, row(number, "x", null, PLAIN, Status.OFF), number + 1L) == Taken.TAKEN) {
            number++;
        }
        assertThat(number).isBetween(2, 15);
        assertThat(put(small, forge, row(99, "x", null, PLAIN, Status.OFF), 100))
                .isEqualTo(Taken.TOO_MANY);
        int others = 0;
        while (put(small, laptop, row(others, "x", null, PLAIN, Status.OFF), others + 1L) == Taken.TAKEN) {
            others++;
        }
        assertThat(others).isEqualTo(number);
        assertThat(put(small, forge, row(0, "y", null, PLAIN, Status.OFF), 101)).isEqualTo(Taken.TAKEN);
        assertThat(small.put(forge, id(0), null, 102)).isEqualTo(Taken.TAKEN);
        assertThat(small.hosts().getFirst().sessions()).isEqualTo(number - 1);
    }

    @Test
    void a_host_that_is_not_heard_for_long_is_offline() {
        var impatient = new FleetView(Folded.LOWER, Duration.ZERO, 1L << 20);
        impatient.keep(charter, here.id());
        assertThat(impatient.heard(forge, new Presence("1", null, Allowance.LIST, false, true, null), 1, NOW, true))
                .isTrue();
        assertThat(impatient.hosts().getFirst().online()).isFalse();
    }

    @Test
    void an_address_that_no_browser_should_open_is_left_out() throws Exception {
        for (var address :
                new String[] {"javascript:alert(1)", "https://ada:x@h", "file:///etc", "//h", "https:x", " "}) {
            assertThat(Presence.read(new Presence("1", address, Allowance.LIST).written())
                            .address())
                    .isNull();
        }
        assertThat(Presence.read(new Presence("1", "https://forge:8765", Allowance.LIST).written())
                        .address())
                .isEqualTo("https://forge:8765");
    }

    @Test
    void a_row_is_found_by_its_session_and_its_host() throws Exception {
        put(forge, row(1, "x", null, PLAIN, Status.OFF));
        assertThat(view.find(id(1), "forge-1").orElseThrow().id()).isEqualTo("engine_2:s1@forge-1");
        assertThat(view.find(id(1), "laptop-3")).isEmpty();
    }
}
