package dev.svc.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.envelope.HostKeys;
import dev.svc.server.fleet.envelope.Invitation;
import dev.svc.server.fleet.envelope.Joining;
import dev.svc.server.fleet.envelope.Joining.Admitted;
import dev.svc.server.fleet.envelope.Joining.JoinAnswer;
import dev.svc.server.fleet.envelope.Joining.NotAdmitted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoundingTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String HUB = "nats://hub:4222";

    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-11-28T10:00:00Z");
    private Founding founding;
    private FleetFolder files;

    @BeforeEach
    void a_fleet() throws Exception {
        files = new FleetFolder(folder.resolve("forge/fleet"));
        founding = new Founding(files, () -> now, RANDOM);
        assertThat(founding.init("forge-1").name()).isEqualTo("forge-1");
    }

    private JoinAnswer ask(Invitation invitation, HostKeys keys, String name) throws Exception {
        byte[] request = Joining.request(invitation, keys, name, RANDOM);
        var reply = founding.answer(invitation.id(), request).orElseThrow();
        return Joining.answer(invitation, request, reply.sealed(), keys).orElseThrow();
    }

    private static HostKeys keys() {
        return HostKeys.make(RANDOM);
    }

    @Test
    void its_files_are_its_owners_alone() throws Exception {
        var _ = founding.invite(HUB, Duration.ofMinutes(10));
        try (var all = Files.walk(folder.resolve("forge/fleet"))) {
            assertThat(all.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void a_file_that_others_can_read_is_refused() throws Exception {
        Files.setPosixFilePermissions(
                folder.resolve("forge/fleet/host.json"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> files.membership()).hasMessageContaining("chmod 600");
    }

    @Test
    void a_host_is_in_one_fleet_at_most() {
        assertThatThrownBy(() -> founding.init("forge-2")).isInstanceOf(FleetException.class);
    }

    @Test
    void an_invitation_lets_one_host_in() throws Exception {
        var invitation = founding.invite(HUB, Duration.ofMinutes(10));
        assertThat(ask(invitation, keys(), "laptop-3")).isInstanceOf(Admitted.class);
        assertThat(ask(invitation, keys(), "laptop-4")).isInstanceOf(NotAdmitted.class);
        assertThat(files.membership().orElseThrow().charter().members()).hasSize(2);
    }

    @Test
    void who_did_not_hear_the_answer_asks_again() throws Exception {
        var invitation = founding.invite(HUB, Duration.ofMinutes(10));
        var laptop = keys();
        assertThat(ask(invitation, laptop, "laptop-3")).isInstanceOf(Admitted.class);
        assertThat(ask(invitation, laptop, "laptop-3")).isInstanceOf(Admitted.class);
        assertThat(files.membership().orElseThrow().charter().members()).hasSize(2);
    }

    @Test
    void an_invitation_has_an_end() throws Exception {
        var invitation = founding.invite(HUB, Duration.ofMinutes(10));
        now = now.plus(Duration.ofMinutes(10));
        assertThat(ask(invitation, keys(), "laptop-3")).isInstanceOf(NotAdmitted.class);
    }

    @Test
    void an_invitation_that_was_withdrawn_lets_nobody_in_and_says_why() throws Exception {
        var invitation = founding.invite(HUB, Duration.ofMinutes(10));
        var other = founding.invite(HUB, Duration.ofMinutes(10));
        assertThat(founding.withdraw(invitation.line()).id()).isEqualTo(invitation.id());
        assertThat(ask(invitation, keys(), "laptop-3"))
                .isInstanceOfSatisfying(
                        NotAdmitted.class, it -> assertThat(it.reason()).contains("was withdrawn", "svc fleet invite"));
        assertThatThrownBy(() -> founding.withdraw(invitation.id())).hasMessageContaining("withdrawn already");
        assertThat(founding.open()).extracting(OpenInvitation::id).containsExactly(other.id());
        assertThat(ask(other, keys(), "laptop-3")).isInstanceOf(Admitted.class);
    }

    @Test
    void an_invitation_is_open_until_it_is_taken_or_withdrawn_or_has_ended() throws Exception {
        var late = founding.invite(HUB, Duration.ofMinutes(30));
        var early = founding.invite(HUB, Duration.ofMinutes(10));
        var taken = founding.invite(HUB, Duration.ofMinutes(20));
        assertThat(ask(taken, keys(), "laptop-3")).isInstanceOf(Admitted.class);
        assertThat(founding.open())
                .containsExactly(
                        new OpenInvitation(early.id(), now.plus(Duration.ofMinutes(10))),
                        new OpenInvitation(late.id(), now.plus(Duration.ofMinutes(30))));
        now = now.plus(Duration.ofMinutes(10));
        assertThat(founding.open()).extracting(OpenInvitation::id).containsExactly(late.id());
        assertThatThrownBy(() -> founding.withdraw(early.id())).hasMessageContaining("has ended");
        assertThatThrownBy(() -> founding.withdraw(taken.id()))
                .hasMessageContaining("has let laptop-3 in")
                .hasMessageContaining("svc fleet end laptop-3");
        assertThatThrownBy(() -> founding.withdraw("nothing of the kind")).isInstanceOf(FleetException.class);
        assertThat(founding.withdraw()).isEqualTo(1);
        assertThat(founding.withdraw()).isZero();
        assertThat(founding.open()).isEmpty();
    }

    @Test
    void what_lets_a_host_in_that_has_not_heard_the_answer_is_not_withdrawn_behind_it() throws Exception {
        var invitation = founding.invite(HUB, Duration.ofMinutes(10));
        var laptop = keys();
        assertThat(ask(invitation, laptop, "laptop-3")).isInstanceOf(Admitted.class);
        assertThat(founding.withdraw()).isZero();
        assertThat(ask(invitation, laptop, "laptop-3")).isInstanceOf(Admitted.class);
    }

    @Test
    void a_name_is_given_once_and_can_be_given_again_when_its_host_was_ended() throws Exception {
        assertThat(ask(founding.invite(HUB, Duration.ofMinutes(1)), keys(), "laptop-3"))
                .isInstanceOf(Admitted.class);
        var second = founding.invite(HUB, Duration.ofMinutes(1));
        var other = keys();
        assertThat(ask(second, other, "laptop-3"))
                .isInstanceOfSatisfying(
                        NotAdmitted.class, it -> assertThat(it.reason()).contains("--name"));
        assertThat(founding.end("laptop-3").epoch()).isEqualTo(2);
        assertThat(ask(second, other, "laptop-3")).isInstanceOf(Admitted.class);
    }

    @Test
    void who_knows_no_invitation_gets_no_answer() throws Exception {
        var foreign = Invitation.make(HUB, files.membership().orElseThrow().fleet(), now.plusSeconds(60), RANDOM);
        byte[] request = Joining.request(foreign, keys(), "laptop-3", RANDOM);
        assertThat(founding.answer(foreign.id(), request)).isEmpty();
        var known = founding.invite(HUB, Duration.ofMinutes(1));
        assertThat(founding.answer(known.id(), request)).isEmpty();
    }

    @Test
    void only_the_host_that_made_the_fleet_invites_and_ends() throws Exception {
        var invitation = founding.invite(HUB, Duration.ofMinutes(10));
        var laptop = keys();
        if (!(ask(invitation, laptop, "laptop-3") instanceof Admitted admitted)) {
            throw new AssertionError();
        }
        var theirs = new Founding(new FleetFolder(folder.resolve("laptop/fleet")), () -> now, RANDOM);
        assertThat(theirs.join(admitted, laptop).name()).isEqualTo("laptop-3");
        assertThatThrownBy(() -> theirs.invite(HUB, Duration.ofMinutes(1))).hasMessageContaining("forge-1");
        assertThatThrownBy(() -> theirs.end("forge-1")).hasMessageContaining("forge-1");
        assertThatThrownBy(() -> theirs.withdraw()).hasMessageContaining("forge-1");
        assertThat(theirs.open()).isEmpty();
    }

    private String joined(String name) throws Exception {
        var keys = keys();
        assertThat(ask(founding.invite(HUB, Duration.ofMinutes(1)), keys, name)).isInstanceOf(Admitted.class);
        return keys.id();
    }

    @Test
    void who_means_the_lost_host_does_not_end_the_new_one_that_has_its_name() throws Exception {
        var lost = joined("laptop-3");
        assertThat(founding.end("laptop-3").former()).hasSize(1);
        var fresh = joined("laptop-3");
        assertThatThrownBy(() -> founding.forget("laptop-3"))
                .hasMessageContaining(fresh + " (in the fleet)")
                .hasMessageContaining(lost + " (taken out)");
        var charter = founding.forget(lost);
        assertThat(charter.former()).isEmpty();
        assertThat(charter.member(fresh)).isPresent();
    }

    @Test
    void a_host_of_the_fleet_that_is_to_be_forgotten_is_taken_out() throws Exception {
        var laptop = joined("laptop-3");
        var charter = founding.forget("laptop-3");
        assertThat(charter.epoch()).isEqualTo(2);
        assertThat(charter.member(laptop)).isEmpty();
        assertThat(charter.former()).isEmpty();
        assertThat(founding.takeEnded())
                .singleElement()
                .satisfies(it -> assertThat(it.id()).isEqualTo(laptop));
        assertThatThrownBy(() -> founding.forget("laptop-3")).hasMessageContaining("No host called laptop-3");
        assertThatThrownBy(() -> founding.forget("forge-1")).hasMessageContaining("cannot be ended");
    }

    @Test
    void the_host_that_made_the_fleet_cannot_be_ended() {
        assertThatThrownBy(() -> founding.end("forge-1")).isInstanceOf(FleetException.class);
        assertThatThrownBy(() -> founding.end("nobody")).isInstanceOf(FleetException.class);
    }

    @Test
    void invitations_that_are_over_do_not_count_among_the_open_ones() throws Exception {
        for (int i = 0; i < 100; i++) {
            var _ = founding.invite(HUB, Duration.ofMinutes(10));
        }
        assertThatThrownBy(() -> founding.invite(HUB, Duration.ofMinutes(10))).isInstanceOf(FleetException.class);
        now = now.plus(Duration.ofMinutes(10));
        assertThat(founding.invite(HUB, Duration.ofMinutes(10)).isOver(now)).isFalse();
    }

    @Test
    void a_list_of_hosts_never_takes_the_place_of_a_newer_one() throws Exception {
        var first = files.membership().orElseThrow().charter();
        assertThat(ask(founding.invite(HUB, Duration.ofMinutes(1)), keys(), "laptop-3"))
                .isInstanceOf(Admitted.class);
        files.keepNewer(first.fleet(), first.written());
        var second = files.membership().orElseThrow().charter();
        assertThat(second.members()).hasSize(2);
        assertThat(founding.end("laptop-3").version()).isEqualTo(3);
        files.keepNewer(second.fleet(), second.written());
        assertThat(files.membership().orElseThrow().charter().version()).isEqualTo(3);
    }

    @Test
    void who_was_ended_is_told_once() throws Exception {
        var laptop = keys();
        assertThat(ask(founding.invite(HUB, Duration.ofMinutes(1)), laptop, "laptop-3"))
                .isInstanceOf(Admitted.class);
        var _ = founding.end("laptop-3");
        assertThat(founding.takeEnded())
                .singleElement()
                .satisfies(it -> assertThat(it.name() + ' ' + it.id()).isEqualTo("laptop-3 " + laptop.id()));
        assertThat(founding.takeEnded()).isEmpty();
    }

    @Test
    void numbers_grow_across_restarts_even_if_the_clock_goes_back() throws Exception {
        long last = files.numbers(() -> now).getAsLong();
        now = now.minus(Duration.ofHours(1));
        assertThat(files.numbers(() -> now).getAsLong()).isGreaterThan(last);
    }
}
