package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.wire.MalformedException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CharterTest {
    private final FleetFixture fleet = new FleetFixture();

    @Test
    void every_member_reads_who_is_in_the_fleet() throws Exception {
        for (var member : new HostKeys[] {fleet.forge, fleet.laptop}) {
            var read = Charter.read(fleet.charter.written(), fleet.key.id(), member)
                    .orElseThrow();
            assertThat(read.members()).extracting(Member::name).containsExactly("forge-1", "laptop-3");
            assertThat(read.version()).isEqualTo(2);
            assertThat(read.epoch()).isEqualTo(1);
            assertThat(read.secret()).isEqualTo(fleet.charter.secret());
        }
    }

    @Test
    void a_stranger_reads_nothing_of_it() throws Exception {
        assertThat(Charter.read(fleet.charter.written(), fleet.key.id(), fleet.stranger))
                .isEmpty();
        assertThat(new String(fleet.charter.written(), ISO_8859_1)).doesNotContain("forge-1", "laptop-3");
    }

    @Test
    void one_that_another_key_signed_is_refused() {
        var other = Charter.first(
                FleetKey.make(FleetFixture.RANDOM), fleet.forge.as("forge-1", FleetFixture.NOW), FleetFixture.RANDOM);
        assertThatThrownBy(() -> Charter.read(other.written(), fleet.key.id(), fleet.forge))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void no_byte_of_it_can_be_another_and_none_can_be_missing() {
        byte[] written = fleet.charter.written();
        for (int at = 0; at < written.length; at++) {
            byte[] forged = written.clone();
            forged[at] ^= 1;
            assertThatThrownBy(() -> Charter.read(forged, fleet.key.id(), fleet.forge))
                    .isInstanceOfAny(RefusedException.class, MalformedException.class);
            byte[] part = Arrays.copyOf(written, at);
            assertThatThrownBy(() -> Charter.read(part, fleet.key.id(), fleet.forge))
                    .isInstanceOfAny(RefusedException.class, MalformedException.class);
        }
    }

    @Test
    void who_is_ended_reads_no_later_one_and_the_others_have_another_secret() throws Exception {
        var laptop = fleet.charter.named("laptop-3").orElseThrow();
        var next = fleet.charter.without(laptop, FleetFixture.NOW, fleet.key, FleetFixture.RANDOM);
        assertThat(Charter.read(next.written(), fleet.key.id(), fleet.laptop)).isEmpty();
        var read = Charter.read(next.written(), fleet.key.id(), fleet.forge).orElseThrow();
        assertThat(read.epoch()).isEqualTo(2);
        assertThat(read.secret()).isNotEqualTo(fleet.charter.secret());
    }

    @Test
    void who_comes_in_reads_from_this_epoch_on() throws Exception {
        var next = fleet.charter.with(fleet.stranger.as("forge-2", FleetFixture.NOW), fleet.key, FleetFixture.RANDOM);
        var read = Charter.read(next.written(), fleet.key.id(), fleet.stranger).orElseThrow();
        assertThat(read.version()).isEqualTo(3);
        assertThat(read.secret()).isEqualTo(fleet.charter.secret());
    }

    @Test
    void a_key_is_kept_as_text_and_is_the_same_again() throws Exception {
        var again = HostKeys.of(fleet.forge.kept());
        assertThat(again.id()).isEqualTo(fleet.forge.id());
        assertThat(Charter.read(fleet.charter.written(), fleet.key.id(), again)).isPresent();
        assertThat(FleetKey.of(fleet.key.kept()).id()).isEqualTo(fleet.key.id());
        assertThat(FleetId.find(fleet.key.id().text())).contains(fleet.key.id());
    }
}
