package dev.svc.server.fleet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.fleet.broker.MemoryHub;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.view.RemoteNews;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetTest {
    @TempDir
    private Path folder;

    private final MemoryHub hub = new MemoryHub();
    private FleetNode forge;
    private FleetNode laptop;

    @BeforeEach
    void two_hosts() throws Exception {
        forge = FleetNode.open(folder.resolve("forge"), "forge-1", hub.broker()).start();
        Waiting.until(() -> forge.fleet.forwarder().isSynced());
        laptop =
                forge.invite(folder.resolve("laptop"), "laptop-3", hub.broker()).start();
    }

    @AfterEach
    void end() {
        laptop.close();
        forge.close();
        hub.close();
    }

    private static void until(FleetNode node, int number, String host, String title) {
        Waiting.until(() -> number + ": " + title + " in " + node.seen(), () -> node.sees(number, host, title));
    }

    @Test
    void a_row_of_one_is_in_the_list_of_the_other_and_changes_there_too() {
        forge.set(1, "Mend the upload test");
        until(laptop, 1, "forge-1", "Mend the upload test");
        laptop.set(2, "Slides");
        until(forge, 2, "laptop-3", "Slides");
        forge.set(1, "Mend the download test");
        until(laptop, 1, "forge-1", "Mend the download test");
        forge.remove(1);
        Waiting.until(() -> laptop.seen().isEmpty());
        assertThat(forge.seen()).hasSize(1);
    }

    @Test
    void a_host_that_is_there_is_online_and_says_where_its_page_is() {
        Waiting.until(() -> laptop.host("forge-1").online());
        assertThat(laptop.host("forge-1").version()).isEqualTo("1.2.3");
        assertThat(laptop.host("forge-1").address()).isEqualTo("https://forge-1.example");
    }

    @Test
    void a_host_that_leaves_is_offline_with_its_rows_as_they_were() {
        laptop.set(2, "Slides");
        until(forge, 2, "laptop-3", "Slides");
        Waiting.until(() -> forge.host("laptop-3").online());
        laptop.close();
        Waiting.until(() -> !forge.host("laptop-3").online());
        assertThat(forge.host("laptop-3").lastSeen()).isNotNull();
        assertThat(forge.sees(2, "laptop-3", "Slides")).isTrue();
    }

    @Test
    void while_the_broker_is_away_nobody_is_online_and_what_changes_comes_afterwards() {
        forge.set(1, "before");
        until(laptop, 1, "forge-1", "before");
        Waiting.until(() -> laptop.host("forge-1").online());
        hub.goDown();
        Waiting.until(() -> !laptop.host("forge-1").online());
        forge.set(1, "meanwhile");
        forge.set(3, "new meanwhile");
        assertThat(laptop.sees(1, "forge-1", "before")).isTrue();
        assertThat(laptop.fleet.status().trouble()).isNotNull();
        hub.comeBack();
        until(laptop, 1, "forge-1", "meanwhile");
        until(laptop, 3, "forge-1", "new meanwhile");
        assertThat(laptop.fleet.status().trouble()).isNull();
    }

    @Test
    void a_row_that_went_while_the_broker_was_away_goes_everywhere() {
        forge.set(1, "goes");
        forge.set(2, "stays");
        until(laptop, 1, "forge-1", "goes");
        hub.goDown();
        forge.remove(1);
        hub.comeBack();
        Waiting.until(() -> laptop.seen().size() == 1 && laptop.sees(2, "forge-1", "stays"));
    }

    @Test
    void a_broker_that_lost_everything_gets_everything_again() throws Exception {
        forge.set(1, "kept by its host");
        until(laptop, 1, "forge-1", "kept by its host");
        hub.goDown();
        hub.empty();
        hub.comeBack();
        Waiting.until(() -> hub.stored().containsKey("charter"));
        try (var late =
                forge.invite(folder.resolve("late"), "late", hub.broker()).start()) {
            until(late, 1, "forge-1", "kept by its host");
        }
    }

    @Test
    void who_starts_again_sends_only_what_has_changed() throws Exception {
        for (int i = 0; i < 20; i++) {
            forge.set(i, "row " + i);
        }
        until(laptop, 19, "forge-1", "row 19");
        Waiting.until(() -> laptop.seen().size() == 20);
        forge.close();
        long before = rowsSeen();
        try (var again = FleetNode.again(folder.resolve("forge"), hub.broker())) {
            again.rows.putAll(forge.rows);
            again.rows.put(FleetNode.session(5), FleetNode.row(5, "another"));
            again.start();
            until(laptop, 5, "forge-1", "another");
            Waiting.until(() -> again.fleet.forwarder().isSynced());
            assertThat(rowsSeen() - before).isEqualTo(1);
        }
    }

    private long rowsSeen() {
        return hub.seen().stream().filter(it -> it[1] == 1).count();
    }

    @Test
    void nothing_of_a_row_is_seen_by_the_broker() {
        forge.set(1, "canary-title-7391");
        until(laptop, 1, "forge-1", "canary-title-7391");
        assertThat(hub.seen())
                .isNotEmpty()
                .allSatisfy(message -> assertThat(new String(message, ISO_8859_1))
                        .doesNotContain("canary", "/home/ada", "session-1", "forge-1", "laptop-3"));
        assertThat(hub.stored().keySet())
                .allSatisfy(key ->
                        assertThat(key).matches("charter|here\\.[0-9a-f]{16}|row\\.[0-9a-f]{16}\\.[0-9a-f]{16}"));
    }

    @Test
    void what_somebody_makes_up_at_the_broker_is_counted_and_dropped() {
        forge.set(1, "true");
        until(laptop, 1, "forge-1", "true");
        var random = new Random(7);
        var keys = hub.stored();
        keys.forEach((key, message) -> {
            byte[] forged = message.clone();
            forged[forged.length / 2] ^= 1;
            hub.forge(key, forged);
            byte[] chance = new byte[300];
            random.nextBytes(chance);
            hub.forge(key, chance);
            hub.forge(key, new byte[10 << 20]);
            hub.forge(key, new byte[0]);
        });
        hub.forge("row.x", new byte[5]);
        hub.forge("", new byte[5]);
        forge.set(2, "still there");
        until(laptop, 2, "forge-1", "still there");
        assertThat(laptop.sees(1, "forge-1", "true")).isTrue();
        assertThat(laptop.fleet.status().refused())
                .containsKeys(DropReason.FORGED, DropReason.TOO_LARGE, DropReason.MALFORMED);
    }

    @Test
    void an_old_row_that_is_put_there_again_changes_nothing() {
        forge.set(1, "old");
        until(laptop, 1, "forge-1", "old");
        var old = hub.stored();
        forge.set(1, "new");
        until(laptop, 1, "forge-1", "new");
        old.forEach(hub::forge);
        Waiting.until(() -> laptop.fleet.status().refused().getOrDefault(DropReason.REPLAYED, 0L) > 0);
        assertThat(laptop.sees(1, "forge-1", "new")).isTrue();
    }

    @Test
    void a_row_that_is_put_under_another_hosts_key_is_dropped() {
        laptop.set(1, "mine");
        until(forge, 1, "laptop-3", "mine");
        Map<String, byte[]> stored = hub.stored();
        var own = "row." + laptop.fleet.self().id();
        var other = "row." + forge.fleet.self().id();
        stored.forEach((key, message) -> {
            if (key.startsWith(own)) {
                hub.forge(key.replace(own, other), message);
            }
        });
        Waiting.until(() -> laptop.fleet.status().refused().containsKey(DropReason.FORGED));
        assertThat(laptop.seen()).isEmpty();
    }

    @Test
    void who_is_ended_reads_nothing_more_and_is_not_seen_any_more() throws Exception {
        forge.set(1, "before");
        laptop.set(2, "Slides");
        until(laptop, 1, "forge-1", "before");
        until(forge, 2, "laptop-3", "Slides");
        try (var third =
                forge.invite(folder.resolve("third"), "third", hub.broker()).start()) {
            until(third, 2, "laptop-3", "Slides");
            forge.fleet.end("laptop-3");
            Waiting.until(() -> laptop.fleet.status().ended());
            Waiting.until(() -> laptop.seen().isEmpty());
            var files = new FleetFolder(folder.resolve("laptop"));
            assertThat(files.exists()).isTrue();
            assertThat(files.membership()).isEmpty();
            forge.set(1, "after");
            until(third, 1, "forge-1", "after");
            assertThat(forge.view.hosts()).extracting(it -> it.member().name()).containsExactly("third");
            Waiting.until(() -> third.seen().size() == 1);
            Waiting.until(() -> forge.news.contains("ended laptop-3"));
            assertThat(forge.news).containsExactly("joined laptop-3", "joined third", "ended laptop-3");
            var theirs = "row." + laptop.fleet.self().id();
            Waiting.until(() -> hub.stored().keySet().stream().noneMatch(key -> key.startsWith(theirs)));
        }
    }

    @Test
    void an_end_that_was_made_while_no_service_ran_is_told_and_what_was_left_at_the_broker_goes() throws Exception {
        laptop.set(2, "Slides");
        until(forge, 2, "laptop-3", "Slides");
        forge.close();
        laptop.close();
        var theirs = laptop.fleet.self().id();
        assertThat(forge.founding.end("laptop-3").members()).hasSize(1);
        try (var again = FleetNode.again(folder.resolve("forge"), hub.broker()).start()) {
            assertThat(again.news).containsExactly("ended laptop-3");
            Waiting.until(() -> hub.stored().keySet().stream().noneMatch(key -> key.contains(theirs)));
        }
    }

    @Test
    void a_message_that_cannot_be_taken_in_costs_no_connection() {
        forge.view.subscribe(news -> {
            if (news instanceof RemoteNews.Changed changed
                    && "bad".equals(changed.row().row().unpacked().title())) {
                throw new IllegalStateException("a listener that fails");
            }
        });
        var since = forge.fleet.status().since();
        laptop.set(1, "bad");
        Waiting.until(() -> forge.fleet.status().refused().containsKey(DropReason.MALFORMED));
        laptop.set(2, "good");
        until(forge, 2, "laptop-3", "good");
        assertThat(forge.fleet.status().since()).isEqualTo(since);
    }

    @Test
    void who_was_away_while_another_one_was_ended_goes_on_under_the_new_secret() throws Exception {
        try (var third =
                forge.invite(folder.resolve("third"), "third", hub.broker()).start()) {
            third.set(3, "before");
            until(forge, 3, "third", "before");
        }
        forge.fleet.end("laptop-3");
        Waiting.until(() -> laptop.fleet.status().ended());
        forge.set(1, "after");
        try (var third = FleetNode.again(folder.resolve("third"), hub.broker())) {
            third.rows.put(FleetNode.session(3), FleetNode.row(3, "again"));
            third.start();
            until(third, 1, "forge-1", "after");
            until(forge, 3, "third", "again");
        }
    }

    @Test
    void a_change_never_waits_for_a_broker_that_takes_nothing() throws Exception {
        hub.stick(true);
        var done = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 50_000; i++) {
                forge.fleet.forwarder().changed(FleetNode.session(i));
            }
            done.countDown();
        });
        Waiting.countedDown(done);
    }
}
