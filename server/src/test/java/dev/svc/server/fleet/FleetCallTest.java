package dev.svc.server.fleet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.broker.MemoryHub;
import dev.svc.server.fleet.call.Calling.Wish;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.NoAnswerException;
import dev.svc.server.fleet.call.NoAnswerException.Why;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetCallTest {
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
        forge.set(1, "as it was");
    }

    @AfterEach
    void end() {
        laptop.close();
        forge.close();
        hub.close();
    }

    private static long dropped(FleetNode node, DropReason why) {
        return node.fleet.status().refused().getOrDefault(why, 0L);
    }

    private MemoryHub.MadeCall lastCall() {
        return hub.calls().getLast();
    }

    @Test
    void what_is_asked_is_done_by_the_host_of_the_session_and_the_answer_has_its_row() throws Exception {
        var answer = laptop.ask("forge-1", HostDeed.RENAME, 1, "another");
        assertThat(answer.reply().status()).isEqualTo(200);
        assertThat(Objects.requireNonNull(answer.row()).unpacked().title()).isEqualTo("another");
        assertThat(forge.called).containsExactly("RENAME by ada@laptop-3");
        Waiting.until(() -> laptop.sees(1, "forge-1", "another"));
    }

    @Test
    void a_host_says_what_it_allows_and_calls_beyond_that_are_not_done_and_say_who_decides() throws Exception {
        var guarded = forge.invite(folder.resolve("guarded"), "guarded", hub.broker());
        guarded.close();
        try (var reading = FleetNode.again(folder.resolve("guarded"), hub.broker(), Allowance.READ)
                .start()) {
            var refused = laptop.ask("guarded", HostDeed.FAVORITE, 1, "{}").reply();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.code()).isEqualTo("fleet_denied");
            assertThat(refused.detail())
                    .isEqualTo("guarded allows other hosts `read`: set SVC_FLEET_ALLOW=organise there.");
            assertThat(reading.called).isEmpty();
            assertThat(laptop.ask("guarded", HostDeed.HISTORY, 1, "{}").reply().isGood())
                    .isTrue();
            assertThat(laptop.host("guarded").allows()).isEqualTo(Allowance.READ);
        }
    }

    @Test
    void a_call_that_is_sent_again_is_done_once() throws Exception {
        var _ = laptop.ask("forge-1", HostDeed.RENAME, 1, "another");
        var made = lastCall();
        var again = hub.forgeCall(made.host, made.door, made.message());
        Waiting.until(() -> dropped(forge, DropReason.REPLAYED) == 1);
        assertThat(forge.called).hasSize(1);
        assertThat(again).isNotDone();
    }

    @Test
    void a_call_that_is_sent_again_to_a_host_that_was_started_anew_is_dropped() throws Exception {
        var _ = laptop.ask("forge-1", HostDeed.RENAME, 1, "another");
        var made = lastCall();
        forge.close();
        forge = FleetNode.again(folder.resolve("forge"), hub.broker()).start();
        Waiting.until(() -> forge.fleet.forwarder().isSynced());
        var _ = hub.forgeCall(made.host, made.door, made.message());
        Waiting.until(() -> dropped(forge, DropReason.REPLAYED) == 1);
        assertThat(forge.called).isEmpty();
        assertThat(laptop.ask("forge-1", HostDeed.HISTORY, 1, "{}").reply().isGood())
                .isTrue();
    }

    @Test
    void a_call_that_is_sent_again_over_a_new_connection_is_dropped() throws Exception {
        var _ = laptop.ask("forge-1", HostDeed.RENAME, 1, "another");
        var made = lastCall();
        hub.goDown();
        hub.comeBack();
        Waiting.until(() -> forge.fleet.status().since() != null);
        Waiting.until(() -> {
            var _ = hub.forgeCall(made.host, made.door, made.message());
            return dropped(forge, DropReason.REPLAYED) > 0;
        });
        assertThat(forge.called).hasSize(1);
    }

    @Test
    void what_somebody_makes_up_is_counted_and_not_done() throws Exception {
        var _ = laptop.ask("forge-1", HostDeed.RENAME, 1, "another");
        var made = lastCall();
        byte[] forged = made.message();
        forged[forged.length / 2] ^= 1;
        byte[] truncated = Arrays.copyOf(made.message(), made.message().length - 1);
        byte[] chance = new byte[300];
        new Random(7).nextBytes(chance);
        var messages = new ArrayList<byte[]>();
        messages.add(forged);
        messages.add(truncated);
        messages.add(chance);
        messages.add(new byte[10 << 20]);
        messages.add(new byte[0]);
        for (byte[] message : messages) {
            var _ = hub.forgeCall(made.host, made.door, message);
        }
        var _ = hub.forgeCall(made.host, "0".repeat(32), made.message());
        Waiting.until(() -> dropped(forge, DropReason.REPLAYED) == 1
                && dropped(forge, DropReason.TOO_LARGE) == 1
                && dropped(forge, DropReason.MALFORMED) >= 1
                && dropped(forge, DropReason.FORGED) >= 2);
        assertThat(forge.called).hasSize(1);
        assertThat(laptop.ask("forge-1", HostDeed.RENAME, 1, "still there")
                        .reply()
                        .isGood())
                .isTrue();
    }

    @Test
    void a_call_to_one_host_is_none_to_another() throws Exception {
        try (var third =
                forge.invite(folder.resolve("third"), "third", hub.broker()).start()) {
            Waiting.until(() -> laptop.reaches("third"));
            var _ = laptop.ask("forge-1", HostDeed.RENAME, 1, "another");
            var door = Objects.requireNonNull(laptop.host("third").door());
            var _ = hub.forgeCall(
                    laptop.host("third").member().id(), door, lastCall().message());
            Waiting.until(() -> dropped(third, DropReason.FORGED) == 1);
            assertThat(third.called).isEmpty();
        }
    }

    @Test
    void nothing_of_calls_and_answers_is_seen_by_the_broker() throws Exception {
        forge.answer = "canary-answer";
        var reply = laptop.ask("forge-1", HostDeed.RENAME, 1, "canary-title").reply();
        assertThat(reply.json()).isEqualTo("canary-answer");
        assertThat(hub.seen())
                .allSatisfy(message -> assertThat(new String(message, ISO_8859_1))
                        .doesNotContain("canary", "rename", "ada", "session-1"));
    }

    @Test
    void the_answer_to_one_call_is_none_to_another() throws Exception {
        hub.swapAnswers(true);
        forge.answer = "first";
        assertThat(laptop.ask("forge-1", HostDeed.HISTORY, 1, "{}").reply().json())
                .isEqualTo("first");
        laptop.patience = Duration.ofSeconds(2);
        forge.answer = "second";
        assertThat(why(laptop, "forge-1")).isEqualTo(Why.LATE);
        Waiting.until(() -> dropped(laptop, DropReason.FORGED) == 1);
    }

    @Test
    void who_is_ended_is_not_answered_any_more() throws Exception {
        var _ = laptop.ask("forge-1", HostDeed.RENAME, 1, "another");
        var made = lastCall();
        var door = Objects.requireNonNull(laptop.host("forge-1").door());
        forge.fleet.end("laptop-3");
        Waiting.until(() -> laptop.fleet.status().ended());
        Waiting.until(() -> {
            var _ = hub.forgeCall(made.host, door, made.message());
            return dropped(forge, DropReason.OTHER_EPOCH) > 0;
        });
        assertThat(forge.called).hasSize(1);
        assertThatThrownBy(() -> laptop.fleet.call(
                        "forge-1", new Wish(HostDeed.RENAME, FleetNode.session(1), "x", "ada", Duration.ofSeconds(1))))
                .isInstanceOf(NoAnswerException.class);
    }

    private static Why why(FleetNode asking, String host) {
        try {
            var _ = asking.ask(host, HostDeed.RENAME, 1, "x");
            throw new AssertionError("answered");
        } catch (NoAnswerException none) {
            return none.why();
        }
    }

    @Test
    void a_host_that_is_not_there_is_said_to_be_offline_at_once() throws Exception {
        var _ = laptop.ask("forge-1", HostDeed.RENAME, 1, "another");
        forge.close();
        Waiting.until(() -> !laptop.host("forge-1").online());
        assertThatThrownBy(() -> laptop.fleet.call(
                        "forge-1", new Wish(HostDeed.RENAME, FleetNode.session(1), "x", "ada", Duration.ofDays(1))))
                .isInstanceOfSatisfying(
                        NoAnswerException.class, it -> assertThat(it.why()).isEqualTo(Why.OFFLINE));
    }

    @Test
    void an_answer_that_does_not_come_is_waited_for_no_longer_than_was_said() {
        hub.holdCalls(true);
        laptop.patience = Duration.ofMillis(50);
        assertThat(why(laptop, "forge-1")).isEqualTo(Why.LATE);
    }

    @Test
    void who_only_looks_is_not_told_that_a_row_shows_whether_it_was_done() {
        hub.holdCalls(true);
        laptop.patience = Duration.ofMillis(50);
        assertThatThrownBy(() -> laptop.ask("forge-1", HostDeed.BEGINNINGS, 1, "{}"))
                .isInstanceOfSatisfying(
                        NoAnswerException.class,
                        it -> assertThat(it.sentence()).isEqualTo("forge-1 did not answer in time."));
        assertThatThrownBy(() -> laptop.ask("forge-1", HostDeed.RENAME, 1, "{}"))
                .isInstanceOfSatisfying(
                        NoAnswerException.class, it -> assertThat(it.sentence()).contains("its row shows"));
    }

    @Test
    void a_question_that_is_too_large_is_not_sent() {
        assertThatThrownBy(() -> laptop.ask("forge-1", HostDeed.RENAME, 1, "x".repeat(60 << 10)))
                .isInstanceOfSatisfying(
                        NoAnswerException.class, it -> assertThat(it.why()).isEqualTo(Why.TOO_LARGE));
        assertThat(hub.calls()).isEmpty();
    }

    @Test
    void an_answer_that_is_too_large_is_said_to_be_that() throws Exception {
        forge.answer = "x".repeat(Reply.LARGEST + 1);
        var reply = laptop.ask("forge-1", HostDeed.HISTORY, 1, "{}").reply();
        assertThat(reply.status()).isEqualTo(413);
        forge.answer = "x".repeat(Reply.LARGEST - 2_000);
        assertThat(laptop.ask("forge-1", HostDeed.HISTORY, 1, "{}").reply().json())
                .hasSize(Reply.LARGEST - 2_000);
    }

    @Test
    void one_host_is_answered_only_so_many_calls_at_once_and_the_others_are_none_the_worse() throws Exception {
        var begun = new CountDownLatch(4);
        var goOn = new CompletableFuture<Void>();
        forge.beforeAnswer = call -> {
            if (call.arguments().equals("slow")) {
                begun.countDown();
                goOn.join();
            }
        };
        try (var third =
                forge.invite(folder.resolve("third"), "third", hub.broker()).start()) {
            var answers = new ArrayList<CompletableFuture<Integer>>();
            for (int i = 0; i < 6; i++) {
                var answer = new CompletableFuture<Integer>();
                answers.add(answer);
                Thread.ofVirtual().start(() -> {
                    try {
                        answer.complete(laptop.ask("forge-1", HostDeed.HISTORY, 1, "slow")
                                .reply()
                                .status());
                    } catch (NoAnswerException none) {
                        answer.completeExceptionally(none);
                    }
                });
            }
            Waiting.countedDown(begun);
            assertThat(third.ask("forge-1", HostDeed.HISTORY, 1, "quick")
                            .reply()
                            .isGood())
                    .isTrue();
            assertThat(hub.calls()).hasSize(5); // four of the one, one of the other
            goOn.complete(null);
            for (var answer : answers) {
                assertThat(Waiting.result(answer)).isEqualTo(200);
            }
        }
    }

    @Test
    void a_host_that_sends_more_calls_than_svc_does_is_refused_what_is_too_many() throws Exception {
        var goOn = new CompletableFuture<Void>();
        var begun = new CountDownLatch(8);
        forge.beforeAnswer = call -> {
            if (call.arguments().equals("slow")) {
                begun.countDown();
                goOn.join();
            }
        };
        // The same host, several times over.
        try (var second =
                        FleetNode.again(folder.resolve("laptop"), hub.broker()).start();
                var third =
                        FleetNode.again(folder.resolve("laptop"), hub.broker()).start()) {
            for (var asking : List.of(laptop, second)) {
                long before = begun.getCount();
                for (int i = 0; i < 4; i++) {
                    Thread.ofVirtual().start(() -> answered(asking, "slow"));
                }
                Waiting.until(() -> begun.getCount() == before - 4);
            }
            assertThat(third.ask("forge-1", HostDeed.HISTORY, 1, "quick")
                            .reply()
                            .code())
                    .isEqualTo("busy");
            goOn.complete(null);
        }
    }

    private static boolean answered(FleetNode asking, String what) {
        try {
            return asking.ask("forge-1", HostDeed.HISTORY, 1, what).reply().isGood();
        } catch (NoAnswerException none) {
            return false;
        }
    }

    @Test
    void while_calls_hang_rows_come_and_go() {
        hub.holdCalls(true);
        Thread.ofVirtual().start(() -> why(laptop, "forge-1"));
        Waiting.until(() -> !hub.calls().isEmpty());
        forge.set(2, "meanwhile");
        Waiting.until(() -> laptop.sees(2, "forge-1", "meanwhile"));
    }

    @Test
    void what_fails_there_is_an_answer_and_no_silence() throws Exception {
        forge.beforeAnswer = _ -> {
            throw new IllegalStateException("unforeseen");
        };
        assertThat(laptop.ask("forge-1", HostDeed.HISTORY, 1, "{}").reply().code())
                .isEqualTo("host_failed");
    }
}
