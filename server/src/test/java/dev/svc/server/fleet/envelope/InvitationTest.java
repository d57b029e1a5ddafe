package dev.svc.server.fleet.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.fleet.envelope.Joining.Admitted;
import dev.svc.server.fleet.envelope.Joining.NotAdmitted;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvitationTest {
    private final FleetFixture fleet = new FleetFixture();
    private final Invitation invitation = invitation();

    private Invitation invitation() {
        return Invitation.make(
                "nats://hub:4222", fleet.key.id(), FleetFixture.NOW.plus(Duration.ofMinutes(10)), FleetFixture.RANDOM);
    }

    @Test
    void its_line_is_one_word_that_says_all_of_it() {
        assertThat(invitation.line()).startsWith("nats://hub:4222#").doesNotContainAnyWhitespaces();
        var read = Invitation.find(invitation.line()).orElseThrow();
        assertThat(read.line()).isEqualTo(invitation.line());
        assertThat(read.broker()).isEqualTo("nats://hub:4222");
        assertThat(read.fleet()).isEqualTo(fleet.key.id());
        assertThat(read.end()).isEqualTo(invitation.end());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "nats://hub:4222", "nats://hub:4222#", "nats://hub:4222#abc", "nats://h#%%%%"})
    void another_line_is_none(String line) {
        assertThat(Invitation.find(line)).isEmpty();
    }

    @Test
    void a_line_that_was_not_copied_whole_is_none() {
        var line = invitation.line();
        for (int length = 0; length < line.length() - 1; length++) {
            assertThat(Invitation.find(line.substring(0, length))).isEmpty();
        }
    }

    @Test
    void it_is_over_at_its_end() {
        assertThat(invitation.isOver(invitation.end().minusMillis(1))).isFalse();
        assertThat(invitation.isOver(invitation.end())).isTrue();
    }

    @Test
    void who_has_the_line_asks_by_name_and_is_let_in() {
        byte[] request = Joining.request(invitation, fleet.stranger, "forge-2", FleetFixture.RANDOM);
        var asking = Joining.asking(invitation, request, FleetFixture.NOW).orElseThrow();
        assertThat(asking.name()).isEqualTo("forge-2");
        assertThat(asking.id()).isEqualTo(fleet.stranger.id());
        var next = fleet.charter.with(asking, fleet.key, FleetFixture.RANDOM);
        byte[] answer = Joining.admit(invitation, request, next, FleetFixture.RANDOM);
        assertThat(Joining.answer(invitation, request, answer, fleet.stranger))
                .get()
                .isInstanceOfSatisfying(
                        Admitted.class, it -> assertThat(it.charter().members()).hasSize(3));
    }

    @Test
    void who_is_not_let_in_reads_why() {
        byte[] request = Joining.request(invitation, fleet.stranger, "forge-1", FleetFixture.RANDOM);
        byte[] answer = Joining.refuse(invitation, request, "there is one", FleetFixture.RANDOM);
        assertThat(Joining.answer(invitation, request, answer, fleet.stranger))
                .contains(new NotAdmitted("there is one"));
    }

    @Test
    void who_has_another_line_is_not_heard() {
        byte[] request = Joining.request(invitation(), fleet.stranger, "forge-2", FleetFixture.RANDOM);
        assertThat(Joining.asking(invitation, request, FleetFixture.NOW)).isEmpty();
        assertThat(Joining.asking(invitation, new byte[10 << 20], FleetFixture.NOW))
                .isEmpty();
    }

    @Test
    void the_answer_to_another_request_is_none() {
        byte[] request = Joining.request(invitation, fleet.stranger, "forge-2", FleetFixture.RANDOM);
        byte[] other = Joining.request(invitation, fleet.stranger, "forge-2", FleetFixture.RANDOM);
        byte[] answer = Joining.refuse(invitation, other, "no", FleetFixture.RANDOM);
        assertThat(Joining.answer(invitation, request, answer, fleet.stranger)).isEmpty();
    }

    @Test
    void a_name_that_is_none_is_not_let_in() {
        for (var name : new String[] {"", "Forge", "a b", "-x", "x-", "../x", "a\u202eb", "x".repeat(64)}) {
            byte[] request = Joining.request(invitation, fleet.stranger, name, FleetFixture.RANDOM);
            assertThat(Joining.asking(invitation, request, FleetFixture.NOW)).isEmpty();
        }
    }
}
