package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.envelope.Unsealing.Opened;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class SealTest {
    private static final String PLACE = "row.0011223344556677.8899aabbccddeeff";
    private static final byte[] SAID = "Migrate the ledger".getBytes(UTF_8);

    private final FleetFixture fleet = new FleetFixture();
    private final Unsealing reading = new Unsealing(fleet.charter);

    private static DropReason refusal(Unsealing reading, MessageKind purpose, String place, byte[] message) {
        try {
            var _ = reading.open(purpose, place, message);
            throw new AssertionError("opened");
        } catch (RefusedException refused) {
            return refused.refusal();
        }
    }

    private DropReason refusal(byte[] message) {
        return refusal(reading, MessageKind.ROW, PLACE, message);
    }

    private byte[] sealed() {
        return FleetFixture.seal(fleet.charter, fleet.forge).seal(MessageKind.ROW, PLACE, SAID);
    }

    @Test
    void a_member_reads_what_a_member_said_and_when() throws Exception {
        Opened opened = reading.open(MessageKind.ROW, PLACE, sealed());
        assertThat(opened.payload()).isEqualTo(SAID);
        assertThat(opened.sender().name()).isEqualTo("forge-1");
        assertThat(opened.time()).isEqualTo(FleetFixture.NOW);
        assertThat(opened.number()).isEqualTo(1);
    }

    @Test
    void nothing_of_it_stands_in_the_open() {
        assertThat(new String(sealed(), ISO_8859_1)).doesNotContain("Migrate", "ledger", "forge");
    }

    @Test
    void no_bit_of_it_can_be_another() {
        byte[] sealed = sealed();
        for (int at = 0; at < sealed.length; at++) {
            byte[] forged = sealed.clone();
            forged[at] ^= 1;
            assertThatThrownBy(() -> reading.open(MessageKind.ROW, PLACE, forged))
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void a_truncated_one_is_refused() {
        byte[] sealed = sealed();
        for (int length = 0; length < sealed.length; length++) {
            byte[] part = Arrays.copyOf(sealed, length);
            assertThatThrownBy(() -> reading.open(MessageKind.ROW, PLACE, part)).isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void ten_megabytes_are_not_looked_at() {
        assertThat(refusal(new byte[10 << 20])).isEqualTo(DropReason.TOO_LARGE);
    }

    @Test
    void one_that_lies_in_another_place_is_refused() {
        assertThat(refusal(reading, MessageKind.ROW, PLACE.replace('8', '7'), sealed()))
                .isEqualTo(DropReason.FORGED);
    }

    @Test
    void a_row_does_not_pass_for_a_presence() {
        assertThat(refusal(reading, MessageKind.PRESENCE, PLACE, sealed())).isEqualTo(DropReason.FORGED);
    }

    @Test
    void one_of_a_later_form_is_refused_as_such() {
        byte[] later = sealed();
        later[0] = 9;
        assertThat(refusal(later)).isEqualTo(DropReason.OTHER_FORM);
    }

    @Test
    void a_stranger_is_not_heard() {
        byte[] message = FleetFixture.seal(fleet.charter, fleet.stranger).seal(MessageKind.ROW, PLACE, SAID);
        assertThat(refusal(message)).isEqualTo(DropReason.UNKNOWN_SENDER);
    }

    @Test
    void a_member_cannot_speak_for_another_one() {
        byte[] message = FleetFixture.seal(fleet.charter, fleet.laptop).seal(MessageKind.ROW, PLACE, SAID);
        byte[] forged = message.clone();
        byte[] id = HexFormat.of().parseHex(fleet.forge.id());
        System.arraycopy(id, 0, forged, 6, id.length);
        assertThat(refusal(forged)).isEqualTo(DropReason.FORGED);
    }

    @Test
    void each_host_seals_each_kind_with_a_key_of_its_own() {
        var epoch = new Epoch(fleet.charter);
        var keys = new HashSet<String>();
        for (var host : List.of(fleet.forge, fleet.laptop)) {
            for (var kind : MessageKind.values()) {
                keys.add(HexFormat.of().formatHex(epoch.key(kind, host.id()).getEncoded()));
            }
        }
        assertThat(keys)
                .hasSize(2 * MessageKind.values().length)
                .allSatisfy(key -> assertThat(key).hasSize(64));
    }

    @Test
    void no_nonce_comes_twice() {
        var seal = FleetFixture.seal(fleet.charter, fleet.forge);
        var nonces = new HashSet<String>();
        for (int i = 0; i < 1_000; i++) {
            byte[] message = seal.seal(MessageKind.ROW, PLACE, SAID);
            nonces.add(HexFormat.of().formatHex(message, Seal.HEAD, Seal.HEAD + FleetCrypto.NONCE));
        }
        assertThat(nonces).hasSize(1_000);
    }

    @Test
    void one_that_was_seen_before_is_refused() throws Exception {
        byte[] sealed = sealed();
        var _ = reading.open(MessageKind.ROW, PLACE, sealed);
        assertThat(refusal(sealed)).isEqualTo(DropReason.REPLAYED);
    }

    @Test
    void two_that_overtook_each_other_are_both_read() throws Exception {
        var seal = FleetFixture.seal(fleet.charter, fleet.forge);
        byte[] first = seal.seal(MessageKind.ROW, PLACE, SAID);
        byte[] second = seal.seal(MessageKind.ROW, PLACE, SAID);
        assertThat(reading.open(MessageKind.ROW, PLACE, second).number()).isEqualTo(2);
        assertThat(reading.open(MessageKind.ROW, PLACE, first).number()).isEqualTo(1);
    }

    @Test
    void who_was_ended_reads_nothing_that_is_said_from_then_on() {
        var laptop = fleet.charter.named("laptop-3").orElseThrow();
        var next = fleet.charter.without(laptop, FleetFixture.NOW, fleet.key, FleetFixture.RANDOM);
        byte[] message = FleetFixture.seal(next, fleet.forge).seal(MessageKind.ROW, PLACE, SAID);
        assertThat(refusal(message)).isEqualTo(DropReason.OTHER_EPOCH);
    }

    @Test
    void who_was_ended_is_not_heard_any_more() {
        var laptop = fleet.charter.named("laptop-3").orElseThrow();
        var next = fleet.charter.without(laptop, FleetFixture.NOW, fleet.key, FleetFixture.RANDOM);
        byte[] old = FleetFixture.seal(fleet.charter, fleet.laptop).seal(MessageKind.ROW, PLACE, SAID);
        assertThat(refusal(new Unsealing(next), MessageKind.ROW, PLACE, old)).isEqualTo(DropReason.OTHER_EPOCH);
    }

    @Test
    void a_session_has_another_name_at_the_broker_in_every_epoch() {
        var laptop = fleet.charter.named("laptop-3").orElseThrow();
        var next = fleet.charter.without(laptop, FleetFixture.NOW, fleet.key, FleetFixture.RANDOM);
        var session = "engine_1:0b0c6d0e";
        assertThat(FleetFixture.seal(fleet.charter, fleet.forge).hidden(session))
                .matches("[0-9a-f]{16}")
                .isEqualTo(FleetFixture.seal(fleet.charter, fleet.laptop).hidden(session))
                .isNotEqualTo(FleetFixture.seal(next, fleet.forge).hidden(session));
    }
}
