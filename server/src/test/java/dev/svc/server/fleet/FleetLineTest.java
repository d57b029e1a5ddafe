package dev.svc.server.fleet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.broker.MemoryHub;
import dev.svc.server.fleet.call.NoAnswerException;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.line.HostLine;
import dev.svc.server.fleet.line.LineFrame;
import dev.svc.shared.waiting.Waiting;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetLineTest {
    @TempDir
    private Path folder;

    private final MemoryHub hub = new MemoryHub();
    private FleetNode forge;
    private FleetNode laptop;
    private HostLine here;
    private HostLine there;

    @BeforeEach
    void two_hosts_and_a_line() throws Exception {
        var founder = FleetNode.open(folder.resolve("forge"), "forge-1", hub.broker());
        founder.close();
        forge = FleetNode.again(folder.resolve("forge"), hub.broker(), Allowance.DRIVE)
                .start();
        Waiting.until(() -> forge.fleet.forwarder().isSynced());
        laptop =
                forge.invite(folder.resolve("laptop"), "laptop-3", hub.broker()).start();
        here = Objects.requireNonNull(laptop.connect("forge-1", 1).line());
        there = Waiting.next(forge.lines);
    }

    @AfterEach
    void end() {
        laptop.close();
        forge.close();
        hub.close();
    }

    private static LineFrame text(String text) {
        return new LineFrame.Text(text);
    }

    private static long dropped(FleetNode node, DropReason why) {
        return node.fleet.status().refused().getOrDefault(why, 0L);
    }

    /// The last frame to the host that was asked, as the broker saw it. Both ends beat whenever they like, so it may be
    /// a beat: what is asked here holds for every frame.
    private MemoryHub.Said lastSaid() {
        return hub.said().reversed().stream()
                .filter(it -> it.name.endsWith(".forth"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_is_sent_arrives_once_and_in_order_both_ways() throws Exception {
        for (int i = 0; i < 300; i++) {
            here.send(text("key " + i));
            there.send(new LineFrame.Bytes(ByteBuffer.wrap(("out " + i).getBytes(UTF_8))));
        }
        var keys = new ArrayList<LineFrame>();
        var output = new ArrayList<String>();
        for (int i = 0; i < 300; i++) {
            keys.add(there.next());
            if (here.next() instanceof LineFrame.Bytes bytes) {
                output.add(UTF_8.decode(bytes.bytes()).toString());
            }
        }
        assertThat(keys).hasSize(300).doesNotHaveDuplicates();
        assertThat(keys).first().isEqualTo(text("key 0"));
        assertThat(keys).last().isEqualTo(text("key 299"));
        assertThat(output).hasSize(300).startsWith("out 0", "out 1").endsWith("out 299");
        assertThat(forge.called).containsExactly("TERMINAL by ada@laptop-3");
    }

    @Test
    void the_end_of_a_program_is_told_with_what_came_before_it() throws Exception {
        there.send(text("last words"));
        there.send(new LineFrame.Close(4410, "The program has ended."));
        there.close();
        assertThat(here.next()).isEqualTo(text("last words"));
        assertThat(here.next()).isEqualTo(new LineFrame.Close(4410, "The program has ended."));
    }

    @Test
    void a_frame_that_is_lost_ends_the_line_before_a_later_one_is_taken() throws Exception {
        here.send(text("first"));
        hub.loseSaid(true);
        here.send(text("lost"));
        hub.loseSaid(false);
        here.send(text("after it"));
        assertThat(there.next()).isEqualTo(text("first"));
        assertThat(there.next()).isNull();
        assertThat(there.isOver()).isTrue();
    }

    @Test
    void a_frame_that_the_broker_sends_again_is_dropped() throws Exception {
        here.send(text("first"));
        var sent = lastSaid();
        hub.forgeSaid(sent.name, sent.message());
        here.send(text("second"));
        assertThat(there.next()).isEqualTo(text("first"));
        assertThat(there.next()).isEqualTo(text("second"));
        assertThat(dropped(forge, DropReason.REPLAYED)).isEqualTo(1);
    }

    @Test
    void a_frame_of_another_line_or_that_nobody_has_sent_is_dropped() throws Exception {
        var other = Objects.requireNonNull(laptop.connect("forge-1", 2).line());
        other.send(text("elsewhere"));
        var elsewhere = lastSaid();
        here.send(text("first"));
        var sent = lastSaid();
        hub.forgeSaid(sent.name, elsewhere.message());
        byte[] changed = sent.message();
        changed[changed.length - 70] ^= 1;
        hub.forgeSaid(sent.name, changed);
        here.send(text("second"));
        assertThat(List.of(there.next(), there.next())).containsExactly(text("first"), text("second"));
        // One whose number was there already is not opened any more.
        assertThat(dropped(forge, DropReason.FORGED) + dropped(forge, DropReason.REPLAYED))
                .isEqualTo(2);
    }

    @Test
    void what_goes_over_a_line_is_not_to_be_read_at_the_broker() throws Exception {
        here.send(text("canary-7f3a"));
        assertThat(there.next()).isEqualTo(text("canary-7f3a"));
        assertThat(hub.seen()).noneMatch(message -> new String(message, ISO_8859_1).contains("canary"));
    }

    @Test
    void all_lines_end_with_the_connection() throws Exception {
        var over = new CountDownLatch(2);
        here.onEnd(over::countDown);
        there.onEnd(over::countDown);
        hub.goDown();
        Waiting.countedDown(over);
        assertThat(here.send(text("to nobody"))).isFalse();
        assertThat(there.next()).isNull();
        Waiting.until(() -> !laptop.reaches("forge-1")); // lines end a moment before hosts are offline
        hub.comeBack();
        assertThat(laptop.connect("forge-1", 1).line()).isNotNull();
    }

    @Test
    void a_host_that_lets_others_organise_gives_them_no_line() throws Exception {
        forge.close();
        forge = FleetNode.again(folder.resolve("forge"), hub.broker(), Allowance.ORGANISE)
                .start();
        Waiting.until(() -> laptop.host("forge-1").allows() == Allowance.ORGANISE);
        var refused = laptop.connect("forge-1", 1);
        assertThat(refused.line()).isNull();
        assertThat(refused.reply().detail())
                .isEqualTo("forge-1 allows other hosts `organise`: set SVC_FLEET_ALLOW=drive there.");
        assertThat(forge.lines).isEmpty();
    }

    @Test
    void a_refused_line_says_why() throws Exception {
        forge.refusesLines = true;
        var refused = laptop.connect("forge-1", 9);
        assertThat(refused.line()).isNull();
        assertThat(refused.reply().status()).isEqualTo(404);
    }

    @Test
    void a_host_that_is_away_is_said_to_be() {
        hub.goDown();
        Waiting.until(() -> !laptop.host("forge-1").online());
        assertThatThrownBy(() -> laptop.fleet.connect("forge-1", FleetNode.wish(1)))
                .isInstanceOf(NoAnswerException.class)
                .hasMessageContaining("forge-1 is offline");
    }
}
