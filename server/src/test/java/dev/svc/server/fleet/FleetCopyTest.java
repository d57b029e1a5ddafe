package dev.svc.server.fleet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.broker.BrokerLog;
import dev.svc.server.fleet.broker.LogEnd;
import dev.svc.server.fleet.broker.MemoryHub;
import dev.svc.server.fleet.broker.MemoryLogs;
import dev.svc.server.fleet.copy.CopyLook;
import dev.svc.server.fleet.copy.CopyMark;
import dev.svc.server.fleet.copy.CopyMessage;
import dev.svc.server.fleet.copy.OwnJournal;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.Seal;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetCopyTest {
    @TempDir
    private Path folder;

    private final MemoryHub hub = new MemoryHub();
    private final MemoryLogs logs = hub.logs();
    private FleetNode forge;
    private FleetNode laptop;
    private String forgeId = "";
    private String laptopId = "";

    @BeforeEach
    void two_hosts() throws Exception {
        forge = FleetNode.open(folder.resolve("forge"), "forge-1", hub.broker()).start();
        Waiting.until(() -> forge.fleet.forwarder().isSynced());
        laptop =
                forge.invite(folder.resolve("laptop"), "laptop-3", hub.broker()).start();
        forgeId = forge.fleet.self().id();
        laptopId = laptop.fleet.self().id();
        Waiting.until(() -> laptop.fleet.copier().status().current());
    }

    @AfterEach
    void end() {
        hub.stick(false);
        laptop.close();
        forge.close();
        hub.close();
    }

    private HostCopies copies(FleetNode at, BrokerLog log) {
        return new HostCopies(new FleetFolder(at.folder), at.fleet.self(), log);
    }

    /// What one host reads of another's copy, and that nothing of it is missing.
    private List<String> read(FleetNode at, String host) throws Exception {
        try (var visit = new BrokerVisit(hub.broker());
                var copy = copies(at, visit.log(Waiting.PATIENCE)).of(host)) {
            copy.requireWhole(false);
            return Files.readAllLines(copy.file());
        }
    }

    private String refusal(FleetNode at, String host) {
        try {
            return "read " + read(at, host);
        } catch (FleetException refused) {
            return refused.sentence();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static void untilCopied(FleetNode node) {
        Waiting.until(
                () -> "the copy of " + node.fleet.self().name() + ": "
                        + node.fleet.copier().status(),
                () -> node.fleet.copier().status().current());
    }

    /// Notes lines, each in a message of its own.
    private void note(FleetNode node, String... lines) {
        var id = node.fleet.self().id();
        for (var line : lines) {
            int before = logs.messages(id).size();
            node.note(line);
            Waiting.until(() -> logs.messages(id).size() > before);
        }
        untilCopied(node);
    }

    private void again() {
        goDown();
        hub.comeBack();
        untilCopied(laptop);
    }

    private void goDown() {
        hub.goDown();
        Waiting.until(() -> !laptop.fleet.copier().status().current());
    }

    @Test
    void what_is_noted_on_one_host_is_read_on_another_in_its_order_and_once() throws Exception {
        note(laptop, "one", "two", "three");
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three");
        assertThat(read(forge, laptopId)).hasSize(3);
    }

    @Test
    void a_long_journal_comes_in_few_messages() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            laptop.journal.add("line " + i);
        }
        note(laptop, "the last");
        assertThat(read(forge, "laptop-3")).hasSize(2_001);
        assertThat(logs.messages(laptopId)).hasSizeLessThan(20);
        assertThat(read(forge, "laptop-3").get(1_234)).isEqualTo("line 1234");
    }

    @Test
    void what_was_noted_while_the_broker_was_away_or_the_host_did_not_run_comes_afterwards_once() throws Exception {
        note(laptop, "before");
        goDown();
        laptop.note("while it was away");
        hub.comeBack();
        Waiting.until(() -> read(forge, "laptop-3").size() == 2);
        laptop.close();
        laptop.journal.add("while it did not run");
        laptop = FleetNode.again(folder.resolve("laptop"), hub.broker(), laptop.journal)
                .start();
        untilCopied(laptop);
        assertThat(read(forge, "laptop-3")).containsExactly("before", "while it was away", "while it did not run");
        assertThat(logs.messages(laptopId)).hasSize(3);
    }

    @Test
    void a_message_whose_answer_was_lost_is_there_once() throws Exception {
        note(laptop, "before");
        logs.loseAnswers(true);
        laptop.note("answer lost");
        Waiting.until(() -> laptop.fleet.copier().status().trouble() != null);
        logs.loseAnswers(false);
        untilCopied(laptop);
        laptop.note("after");
        Waiting.until(() -> logs.messages(laptopId).size() == 3);
        assertThat(read(forge, "laptop-3")).containsExactly("before", "answer lost", "after");
        assertThat(laptop.fleet.copier().status().trouble()).isNull();
    }

    @Test
    void a_broker_that_lost_everything_gets_everything_again() throws Exception {
        note(laptop, "one", "two");
        goDown();
        hub.empty();
        hub.comeBack();
        untilCopied(laptop);
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two");
    }

    @Test
    void what_is_not_copied_makes_no_message_and_no_gap() throws Exception {
        note(laptop, "one");
        IntStream.range(0, 5).forEach(_ -> laptop.journal.addPrivate());
        laptop.fleet.copier().changed();
        Waiting.until(() -> laptop.journal.looked() == 6);
        note(laptop, "two");
        laptop.journal.addPrivate();
        again();
        assertThat(logs.messages(laptopId)).hasSize(2);
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two");
    }

    @Test
    void nothing_of_it_is_seen_by_the_broker() {
        note(laptop, "canary-title-7391");
        assertThat(hub.seen())
                .isNotEmpty()
                .allSatisfy(
                        message -> assertThat(new String(message, ISO_8859_1)).doesNotContain("canary"));
        assertThat(logs.names()).containsExactly(laptopId);
    }

    @Test
    void a_broker_without_room_is_said_to_be_and_costs_the_rows_nothing() throws Exception {
        note(laptop, "one");
        logs.fill(true);
        laptop.note("two");
        Waiting.until(() -> laptop.fleet.copier().status().trouble() != null);
        assertThat(laptop.fleet.copier().status().trouble()).contains("no room");
        laptop.set(2, "Slides");
        Waiting.until(() -> forge.sees(2, "laptop-3", "Slides"));
        logs.fill(false);
        untilCopied(laptop);
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two");
        assertThat(laptop.fleet.copier().status().trouble()).isNull();
    }

    @Test
    void a_note_never_waits_for_a_broker_that_takes_nothing() throws Exception {
        note(laptop, "before");
        hub.stick(true);
        laptop.note("what the broker does not take");
        Waiting.until(() -> logs.waiting() > 0);
        var done = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 5_000; i++) {
                laptop.fleet.copier().changed();
            }
            done.countDown();
        });
        Waiting.countedDown(done);
        assertThat(laptop.fleet.copier().status().current()).isFalse();
        assertThat(logs.waiting()).isPositive();
        hub.stick(false);
        untilCopied(laptop);
    }

    @Test
    void a_host_that_was_put_back_from_a_backup_copies_nothing_and_says_what_to_do() throws Exception {
        note(laptop, "one", "two", "three");
        laptop.close();
        var old = laptop.journal.backup(1);
        old.add("since the backup");
        laptop = FleetNode.again(folder.resolve("laptop"), hub.broker(), old).start();
        Waiting.until(() -> laptop.fleet.copier().status().trouble() != null);
        assertThat(laptop.fleet.copier().status().trouble())
                .contains("up to entry 3", "ends with entry 2", "svc fleet resolve");
        laptop.note("later");
        hub.goDown();
        Waiting.until(() -> laptop.fleet.copier().status().trouble() == null);
        hub.comeBack();
        Waiting.until(() -> laptop.fleet.copier().status().trouble() != null);
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three");
    }

    @Test
    void one_that_has_brought_back_what_it_lacked_goes_on_and_its_copy_is_its_journal() throws Exception {
        note(laptop, "one", "two", "three");
        laptop.close();
        var old = laptop.journal.backup(1);
        old.add("since the backup");
        try (var visit = new BrokerVisit(hub.broker())) {
            var copies = copies(laptop, visit.log(Waiting.PATIENCE));
            if (!(copies.look(old) instanceof CopyLook.Beyond beyond)) {
                throw new AssertionError("it fits");
            }
            try (var copy = copies.ofSelf()) {
                old.bring(Files.readAllLines(copy.file()));
            }
            copies.settle(beyond.mark());
        }
        laptop = FleetNode.again(folder.resolve("laptop"), hub.broker(), old).start();
        untilCopied(laptop);
        note(laptop, "later");
        assertThat(read(forge, "laptop-3")).containsExactly("one", "since the backup", "two", "three", "later");
        again();
        assertThat(read(forge, "laptop-3")).hasSize(5);
    }

    @Test
    void what_was_settled_counts_for_that_end_of_the_copy_alone() throws Exception {
        note(laptop, "one", "two");
        laptop.close();
        new FleetFolder(folder.resolve("laptop"))
                .settle(laptop.journal.backup(1).head());
        laptop = FleetNode.again(folder.resolve("laptop"), hub.broker(), new TestJournal())
                .start();
        Waiting.until(() -> laptop.fleet.copier().status().trouble() != null);
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two");
    }

    @Test
    void two_machines_under_one_key_do_not_write_over_each_other() throws Exception {
        note(laptop, "one");
        try (var twin = FleetNode.again(folder.resolve("laptop"), hub.broker(), laptop.journal.backup(1))
                .start()) {
            untilCopied(twin);
            twin.note("of the twin");
            Waiting.until(() -> logs.messages(laptopId).size() == 2);
            laptop.note("of the laptop");
            Waiting.until(() -> laptop.fleet.copier().status().trouble() != null);
            assertThat(laptop.fleet.copier().status().trouble()).contains("another one", "svc fleet resolve");
            assertThat(read(forge, "laptop-3")).containsExactly("one", "of the twin");
        }
    }

    @Test
    void what_somebody_puts_behind_it_is_dropped_and_it_goes_on_before_that() throws Exception {
        note(laptop, "one", "two");
        var all = new ArrayList<>(logs.messages(laptopId));
        byte[] forged = all.getLast().clone();
        forged[forged.length / 2] ^= 1;
        all.add(forged);
        all.add(new byte[0]);
        all.add(new byte[10 << 20]);
        logs.replace(laptopId, all);
        again();
        note(laptop, "three");
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three");
        try (var visit = new BrokerVisit(hub.broker());
                var copy = copies(forge, visit.log(Waiting.PATIENCE)).of("laptop-3")) {
            assertThat(copy.dropped()).isEqualTo(3);
        }
    }

    /// A message as a later release would write it, for all that this one can tell.
    private static byte[] ofLaterForm(byte[] message) {
        byte[] later = message.clone();
        later[0] = 2;
        return later;
    }

    /// Puts one behind all that the broker has of the laptop; what it has then.
    private List<byte[]> putLaterForm() {
        var all = new ArrayList<>(logs.messages(laptopId));
        all.add(ofLaterForm(all.getLast()));
        logs.replace(laptopId, all);
        return all;
    }

    @Test
    void a_message_in_an_unknown_form_is_passed_over_and_said_to_be_there() throws Exception {
        note(laptop, "one", "two");
        putLaterForm();
        laptop.note("three"); // on the connection that is there
        Waiting.until(() -> logs.messages(laptopId).size() == 4);
        untilCopied(laptop);
        again();
        note(laptop, "four");
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three", "four");
        assertThat(laptop.fleet.copier().status().trouble()).isNull();
        assertThat(laptop.fleet.copier().status().note())
                .contains("1 message in a form", "goes on", "update svc", "token");
        assertThat(logs.messages(laptopId)).hasSize(5);
        putLaterForm();
        again();
        assertThat(laptop.fleet.copier().status().note()).contains("2 messages");
    }

    @Test
    void what_is_noted_before_a_message_in_an_unknown_form_is_passed_over_is_copied_once() throws Exception {
        note(laptop, "one");
        laptop.close();
        putLaterForm();
        IntStream.range(0, 600).forEach(i -> laptop.journal.add("line " + i));
        laptop = FleetNode.again(folder.resolve("laptop"), hub.broker(), laptop.journal)
                .start();
        untilCopied(laptop);
        note(laptop, "the last");
        assertThat(read(forge, "laptop-3")).containsExactlyElementsOf(laptop.journal.lines());
    }

    @Test
    void a_copy_of_which_nothing_is_in_a_known_form_stays_and_goes_on_behind() throws Exception {
        note(laptop, "one", "two");
        var later =
                logs.messages(laptopId).stream().map(FleetCopyTest::ofLaterForm).toList();
        logs.replace(laptopId, later);
        again();
        note(laptop, "three");
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three");
        assertThat(logs.messages(laptopId)).startsWith(later.get(0), later.get(1));
        assertThat(laptop.fleet.copier().status().note()).contains("2 messages");
    }

    @Test
    void a_message_in_an_unknown_form_hides_no_loss_from_its_host() throws Exception {
        note(laptop, "one", "two", "three");
        putLaterForm();
        again();
        note(laptop, "four");
        var all = new ArrayList<>(logs.messages(laptopId));
        all.remove(1);
        logs.replace(laptopId, all);
        again();
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three", "four");
        assertThat(laptop.fleet.copier().status().note()).isNull();
    }

    @Test
    void a_host_that_was_put_back_says_what_to_do_whatever_else_is_in_its_copy() throws Exception {
        note(laptop, "one", "two", "three");
        laptop.close();
        putLaterForm();
        laptop = FleetNode.again(folder.resolve("laptop"), hub.broker(), laptop.journal.backup(1))
                .start();
        Waiting.until(() -> laptop.fleet.copier().status().trouble() != null);
        assertThat(laptop.fleet.copier().status().trouble()).contains("up to entry 3", "svc fleet resolve");
    }

    @Test
    void who_reads_is_told_of_an_end_in_an_unknown_form_and_takes_what_is_before_it_if_they_say_so() throws Exception {
        note(laptop, "one", "two");
        laptop.close();
        putLaterForm();
        assertThat(refusal(forge, "laptop-3")).contains("ends with 1 message in", "update svc here", "--incomplete");
        try (var visit = new BrokerVisit(hub.broker());
                var copy = copies(forge, visit.log(Waiting.PATIENCE)).of("laptop-3")) {
            copy.requireWhole(true);
            assertThat(Files.readAllLines(copy.file())).containsExactly("one", "two");
        }
    }

    @Test
    void what_a_host_sent_again_because_it_could_not_read_what_was_there_is_read() throws Exception {
        var self = laptop.fleet.self();
        laptop.close();
        var numbers = new AtomicLong(1);
        var seal = new Seal(
                self.charter(), self.keys(), numbers::incrementAndGet, InstantSource.system(), FleetNode.RANDOM);
        var later = new CopyMessage(CopyMark.NONE, new CopyMark(2, "ab".repeat(32)), 1, 0, List.of("one", "later"));
        var again = new CopyMessage(CopyMark.NONE, new CopyMark(1, "cd".repeat(32)), 2, 1, List.of("another"));
        var place = CopyLook.place(laptopId);
        logs.replace(
                laptopId,
                List.of(
                        seal.seal(MessageKind.COPY, place, later.written()),
                        seal.seal(MessageKind.COPY, place, again.written())));
        assertThat(read(forge, "laptop-3")).containsExactly("one", "later", "another");
    }

    @Test
    void what_is_said_again_counts_once() throws Exception {
        note(laptop, "one", "two", "three");
        var all = new ArrayList<>(logs.messages(laptopId));
        all.add(all.getFirst());
        logs.replace(laptopId, all);
        again();
        note(laptop, "four");
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three", "four");
    }

    @Test
    void what_another_host_says_in_its_place_is_dropped() throws Exception {
        note(laptop, "mine");
        note(forge, "theirs");
        var all = new ArrayList<>(logs.messages(laptopId));
        all.addAll(logs.messages(forgeId));
        all.add(saidBy(forge, CopyLook.place(laptopId)));
        logs.replace(laptopId, all);
        assertThat(read(forge, "laptop-3")).containsExactly("mine");
        again();
        note(laptop, "mine as well");
        assertThat(read(forge, "laptop-3")).containsExactly("mine", "mine as well");
    }

    /// A stretch that a host says at any place, as it could of its own journal.
    private static byte[] saidBy(FleetNode node, String place) {
        var self = node.fleet.self();
        var stretch = new CopyMessage(
                CopyMark.NONE, new CopyMark(1, "ab".repeat(32)), 1, 0, List.of("made up by " + self.name()));
        return new Seal(self.charter(), self.keys(), () -> Long.MAX_VALUE, InstantSource.system(), FleetNode.RANDOM)
                .seal(MessageKind.COPY, place, stretch.written());
    }

    @Test
    void a_part_that_is_missing_is_noticed_by_who_reads_and_sent_again_by_its_host() throws Exception {
        note(laptop, "one", "two", "three");
        var all = new ArrayList<>(logs.messages(laptopId));
        all.remove(1);
        logs.replace(laptopId, all);
        assertThat(refusal(forge, "laptop-3")).contains("has lost 1 entries", "--incomplete");
        again();
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three");
        logs.replace(laptopId, logs.messages(laptopId).subList(0, 0));
        again();
        assertThat(read(forge, "laptop-3")).containsExactly("one", "two", "three");
    }

    @Test
    void another_order_is_noticed_by_who_reads() {
        note(laptop, "one", "two", "three");
        logs.replace(laptopId, logs.messages(laptopId).reversed());
        assertThat(refusal(forge, "laptop-3")).contains("has lost");
    }

    @Test
    void parts_of_two_journals_are_noticed_by_who_reads() throws Exception {
        note(laptop, "one", "two", "three");
        var mixed = new ArrayList<>(logs.messages(laptopId));
        laptop.close();
        new FleetFolder(folder.resolve("laptop")).settle(laptop.journal.head());
        var other = laptop.journal.backup(1);
        other.add("since the backup");
        other.add("as many as before");
        laptop = FleetNode.again(folder.resolve("laptop"), hub.broker(), other).start();
        untilCopied(laptop);
        note(laptop, "later");
        mixed.add(logs.messages(laptopId).getLast());
        logs.replace(laptopId, mixed);
        assertThat(refusal(forge, "laptop-3")).contains("has lost 3 entries");
    }

    /// A log that another host's or this one's service goes on with whenever its end is asked for.
    private record Busy(BrokerLog log, Runnable meanwhile) implements BrokerLog {
        @Override
        public LogEnd end(String name) throws IOException {
            meanwhile.run();
            return log.end(name);
        }

        @Override
        public long append(String name, long after, String id, byte[] message) throws IOException {
            return log.append(name, after, id, message);
        }

        @Override
        public void read(String name, Reading each) throws IOException {
            log.read(name, each);
        }

        @Override
        public void remove(String name) throws IOException {
            log.remove(name);
        }

        @Override
        public Set<String> names() throws IOException {
            return log.names();
        }
    }

    @Test
    void a_look_beside_a_running_service_holds_the_copy_against_no_older_journal() throws Exception {
        note(laptop, "one");
        try (var visit = new BrokerVisit(hub.broker())) {
            var busy = new Busy(visit.log(Waiting.PATIENCE), () -> note(laptop, "meanwhile"));
            var journal = OwnJournal.later(
                    () -> laptop.journal.backup(laptop.journal.lines().size()));
            assertThat(copies(laptop, busy).look(journal)).isInstanceOf(CopyLook.Fits.class);
        }
    }

    @Test
    void what_a_command_has_left_that_was_killed_goes_with_the_next_one() throws Exception {
        note(laptop, "one");
        var left = Files.writeString(forge.folder.resolve("copy-1.jsonl"), "of a command that was killed");
        Files.setLastModifiedTime(left, FileTime.from(Instant.EPOCH));
        var running = Files.writeString(forge.folder.resolve("copy-2.jsonl"), "of another one that runs");
        assertThat(read(forge, "laptop-3")).containsExactly("one");
        try (var all = Files.newDirectoryStream(forge.folder, "copy-*")) {
            assertThat(all).containsExactly(running);
        }
    }

    @Test
    void the_copy_of_a_host_that_was_taken_out_stays_and_that_of_a_stranger_goes() throws Exception {
        note(laptop, "one");
        laptop.close();
        logs.replace("00000000000000ff", logs.messages(laptopId));
        forge.fleet.end("laptop-3");
        Waiting.until(() -> !logs.names().contains("00000000000000ff"));
        assertThat(logs.names()).containsExactly(laptopId);
    }

    @Test
    void who_was_taken_out_is_told_that_nothing_of_a_later_copy_can_be_read() throws Exception {
        forge.fleet.end("laptop-3");
        Waiting.until(() -> forge.fleet.self().charter().epoch() == 2);
        note(forge, "after");
        assertThat(refusal(laptop, "forge-1")).contains("Nothing of the copy of forge-1 can be read here");
    }

    @Test
    void the_copy_of_a_host_that_was_taken_out_is_read_by_who_comes_in_afterwards() throws Exception {
        note(laptop, "one", "two");
        laptop.close();
        forge.fleet.end("laptop-3");
        Waiting.until(() -> forge.fleet.self().charter().epoch() == 2);
        try (var fresh =
                forge.invite(folder.resolve("fresh"), "laptop-3", hub.broker()).start()) {
            assertThat(read(fresh, "laptop-3")).containsExactly("one", "two");
            note(fresh, "of the new one");
            assertThat(refusal(forge, "laptop-3"))
                    .contains(
                            "Several hosts",
                            laptopId,
                            "taken out",
                            fresh.fleet.self().id());
            assertThat(read(forge, laptopId)).containsExactly("one", "two");
            assertThat(read(forge, fresh.fleet.self().id())).containsExactly("of the new one");
        }
    }

    @Test
    void a_copy_goes_on_over_the_end_of_another_host() throws Exception {
        note(forge, "before");
        forge.fleet.end("laptop-3");
        Waiting.until(() -> forge.fleet.self().charter().epoch() == 2);
        note(forge, "after");
        try (var fresh = forge.invite(folder.resolve("fresh"), "fresh", hub.broker())) {
            assertThat(read(fresh, "forge-1")).containsExactly("before", "after");
        }
        try (var visit = new BrokerVisit(hub.broker());
                var copy = copies(laptop, visit.log(Waiting.PATIENCE)).of("forge-1")) {
            assertThat(Files.readAllLines(copy.file())).containsExactly("before");
            assertThat(copy.dropped()).isEqualTo(1);
        }
    }

    @Test
    void a_host_that_is_forgotten_leaves_nothing() throws Exception {
        note(laptop, "one");
        laptop.close();
        forge.fleet.end("laptop-3");
        forge.close();
        assertThat(forge.founding.forget("laptop-3").former()).isEmpty();
        assertThatThrownBy(() -> forge.founding.forget("laptop-3")).hasMessageContaining("No host called laptop-3");
        try (var again = FleetNode.again(folder.resolve("forge"), hub.broker()).start()) {
            Waiting.until(() -> !logs.names().contains(laptopId));
            assertThat(refusal(again, "laptop-3")).contains("No host called laptop-3");
        }
    }

    @Test
    void a_host_that_is_unknown_is_told_which_there_are() throws Exception {
        note(laptop, "one");
        var silent = forge.invite(folder.resolve("silent"), "silent", hub.broker());
        silent.close();
        Waiting.until(() -> forge.fleet.self().charter().named("silent").isPresent());
        assertThat(refusal(forge, "nowhere"))
                .contains("No host called nowhere")
                .endsWith("there are copies of: laptop-3.");
        assertThat(refusal(laptop, "forge-1")).contains("no copy of the journal of forge-1");
        assertThat(refusal(laptop, "laptop-3")).contains("is this host", "svc fleet resolve");
    }

    @Test
    void a_visit_that_nobody_answers_says_so() {
        hub.goDown();
        try (var visit = new BrokerVisit(hub.broker())) {
            assertThatThrownBy(() -> visit.log(Duration.ofMillis(100))).hasMessageContaining("does not answer");
        }
    }
}
