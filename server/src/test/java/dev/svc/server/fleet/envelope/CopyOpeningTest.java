package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CopyOpeningTest {
    private static final String PLACE = "journal.0011223344556677";
    private static final byte[] SAID = "Migrate the ledger".getBytes(UTF_8);

    private final FleetFixture fleet = new FleetFixture();

    private static byte[] sealed(Charter charter, HostKeys host) {
        return FleetFixture.seal(charter, host).seal(MessageKind.COPY, PLACE, SAID);
    }

    private static DropReason refusal(Charter charter, byte[] message) {
        try {
            var _ = new CopyOpening(charter).open(PLACE, message);
            throw new AssertionError("opened");
        } catch (RefusedException refused) {
            return refused.refusal();
        }
    }

    private Charter withoutLaptop() {
        var laptop = fleet.charter.named("laptop-3").orElseThrow();
        return fleet.charter.without(laptop, FleetFixture.NOW, fleet.key, FleetFixture.RANDOM);
    }

    private Charter asRead(Charter charter, HostKeys host) throws Exception {
        return Charter.read(charter.written(), fleet.key.id(), host).orElseThrow();
    }

    @Test
    void a_copy_is_read_by_who_comes_in_after_its_host_was_taken_out() throws Exception {
        byte[] copy = sealed(fleet.charter, fleet.laptop);
        var later = withoutLaptop().with(fleet.stranger.as("fresh", FleetFixture.NOW), fleet.key, FleetFixture.RANDOM);
        var charter = asRead(later, fleet.stranger);
        assertThat(charter.former())
                .singleElement()
                .satisfies(it -> assertThat(it.member().name()).isEqualTo("laptop-3"))
                .satisfies(it -> assertThat(it.ended()).isEqualTo(FleetFixture.NOW));
        assertThat(new CopyOpening(charter).open(PLACE, copy).payload()).isEqualTo(SAID);
    }

    @Test
    void what_is_copied_after_its_end_a_host_does_not_read() throws Exception {
        byte[] copy = sealed(asRead(withoutLaptop(), fleet.forge), fleet.forge);
        assertThat(refusal(fleet.charter, copy)).isEqualTo(DropReason.OTHER_EPOCH);
    }

    @Test
    void what_a_host_says_under_a_secret_that_it_never_got_is_refused() throws Exception {
        byte[] copy = sealed(fleet.charter, fleet.laptop);
        byte[] claimed = copy.clone();
        claimed[5] = 2; // the number of the next epoch
        assertThat(refusal(asRead(withoutLaptop(), fleet.forge), claimed)).isEqualTo(DropReason.FORGED);
    }

    @Test
    void who_comes_in_later_reads_nothing_but_copies_of_what_was_said_before() throws Exception {
        byte[] row = FleetFixture.seal(fleet.charter, fleet.forge).seal(MessageKind.ROW, PLACE, SAID);
        var later = withoutLaptop().with(fleet.stranger.as("fresh", FleetFixture.NOW), fleet.key, FleetFixture.RANDOM);
        var charter = asRead(later, fleet.stranger);
        assertThatThrownBy(() -> new Unsealing(charter).open(MessageKind.ROW, PLACE, row))
                .isInstanceOf(RefusedException.class);
        assertThat(refusal(charter, row)).isEqualTo(DropReason.FORGED);
        assertThat(charter.copySecrets()).hasSize(2);
        assertThat(charter.copySecrets().values()).noneMatch(it -> Arrays.equals(it, fleet.charter.secret()));
    }

    @Test
    void no_bit_of_it_can_be_another_and_none_can_be_missing() {
        byte[] copy = sealed(fleet.charter, fleet.laptop);
        for (int at = 0; at < copy.length; at++) {
            byte[] forged = copy.clone();
            forged[at] ^= 1;
            assertThatThrownBy(() -> new CopyOpening(fleet.charter).open(PLACE, forged))
                    .isInstanceOf(RefusedException.class);
            byte[] part = Arrays.copyOf(copy, at);
            assertThatThrownBy(() -> new CopyOpening(fleet.charter).open(PLACE, part))
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void a_host_that_is_forgotten_is_a_stranger() throws Exception {
        byte[] copy = sealed(fleet.charter, fleet.laptop);
        var ended = withoutLaptop();
        var forgotten = ended.forgetting(ended.former().getFirst().member(), fleet.key, FleetFixture.RANDOM);
        assertThat(forgotten.version()).isEqualTo(ended.version() + 1);
        assertThat(refusal(asRead(forgotten, fleet.forge), copy)).isEqualTo(DropReason.UNKNOWN_SENDER);
    }

    @Test
    void a_charter_of_a_thousand_hosts_that_ended_a_thousand_is_one_that_is_read() throws Exception {
        var charter = fleet.charter;
        for (int i = 0; i < 1_001; i++) {
            var name = "host-with-a-long-name-that-is-as-long-as-any-name-can-be-" + i;
            var gone = fleet.stranger.as(name, FleetFixture.NOW);
            charter = charter.without(gone, FleetFixture.NOW, fleet.key, FleetFixture.RANDOM);
        }
        assertThat(charter.former()).hasSize(Past.MOST_HOSTS);
        assertThat(charter.copySecrets()).hasSize(Past.MOST_EPOCHS + 1);
        // 998 more hosts take 320 bytes each
        assertThat(charter.written().length + 998 * 330).isLessThan(Charter.LARGEST);
    }
}
