package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages that are signed together are worth what each would be alone.
class SignedTogetherTest {
    private static final int THIRD = 3;

    private final FleetFixture fleet = new FleetFixture();
    private final Unsealing reading = new Unsealing(fleet.charter);

    private static String place(int number) {
        return "row.0011223344556677.%016x".formatted(number);
    }

    private static byte[] said(int number) {
        return ("Migrate ledger " + number).getBytes(UTF_8);
    }

    private Map<String, byte[]> sealed(HostKeys host, int count) {
        var payloads = new LinkedHashMap<String, byte[]>();
        for (int number = 0; number < count; number++) {
            payloads.put(place(number), said(number));
        }
        return FleetFixture.seal(fleet.charter, host).sealAll(MessageKind.ROW, payloads);
    }

    private byte[] one(int number) {
        var message = sealed(fleet.forge, 5).get(place(number));
        if (message == null) {
            throw new AssertionError("not sealed");
        }
        return message;
    }

    private DropReason refusal(String place, byte[] message) {
        try {
            var _ = reading.open(MessageKind.ROW, place, message);
            throw new AssertionError("opened");
        } catch (RefusedException refused) {
            return refused.refusal();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 127, 128})
    void each_is_read_by_itself_in_any_order(int count) throws Exception {
        var messages = List.copyOf(sealed(fleet.forge, count).entrySet()).reversed();
        int number = count;
        for (var message : messages) {
            number--;
            var opened = reading.open(MessageKind.ROW, message.getKey(), message.getValue());
            assertThat(opened.payload()).isEqualTo(said(number));
            assertThat(opened.sender().name()).isEqualTo("forge-1");
            assertThat(opened.number()).isEqualTo(number + 1);
        }
        assertThat(number).isZero();
    }

    @Test
    void one_that_is_left_of_them_is_read_as_well() throws Exception {
        assertThat(reading.open(MessageKind.ROW, place(4), one(4)).payload()).isEqualTo(said(4));
    }

    @Test
    void nothing_of_them_stands_in_the_open() {
        assertThat(new String(one(0), ISO_8859_1)).doesNotContain("Migrate", "ledger", "forge");
    }

    @Test
    void no_bit_of_it_can_be_another_also_once_their_signature_was_checked() throws Exception {
        var messages = sealed(fleet.forge, 5);
        var _ = reading.open(MessageKind.ROW, place(0), messages.getOrDefault(place(0), new byte[0]));
        byte[] message = messages.getOrDefault(place(THIRD), new byte[0]);
        for (int bit = 0; bit < message.length * Byte.SIZE; bit++) {
            byte[] forged = message.clone();
            forged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThatThrownBy(() -> reading.open(MessageKind.ROW, place(THIRD), forged))
                    .isInstanceOf(RefusedException.class);
        }
        assertThat(reading.open(MessageKind.ROW, place(THIRD), message).payload())
                .isEqualTo(said(THIRD));
    }

    @Test
    void a_truncated_one_is_refused() {
        byte[] message = one(2);
        for (int length = 0; length < message.length; length++) {
            byte[] part = Arrays.copyOf(message, length);
            assertThatThrownBy(() -> reading.open(MessageKind.ROW, place(2), part))
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void one_that_lies_in_the_place_of_another_is_refused() {
        assertThat(refusal(place(1), one(2))).isEqualTo(DropReason.FORGED);
    }

    @Test
    void one_that_was_seen_before_is_refused() throws Exception {
        byte[] message = one(2);
        var _ = reading.open(MessageKind.ROW, place(2), message);
        assertThat(refusal(place(2), message)).isEqualTo(DropReason.REPLAYED);
    }

    @Test
    void a_member_cannot_speak_for_another_one_with_a_proof_of_its_own() {
        byte[] forged =
                sealed(fleet.laptop, 5).getOrDefault(place(2), new byte[0]).clone();
        byte[] id = HexFormat.of().parseHex(fleet.forge.id());
        System.arraycopy(id, 0, forged, 6, id.length);
        assertThat(refusal(place(2), forged)).isEqualTo(DropReason.FORGED);
    }

    @Test
    void what_one_signed_together_does_not_prove_what_another_says() throws Exception {
        var theirs = sealed(fleet.laptop, 2);
        var _ = reading.open(MessageKind.ROW, place(0), theirs.getOrDefault(place(0), new byte[0]));
        byte[] ours = sealed(fleet.forge, 2).getOrDefault(place(0), new byte[0]);
        byte[] proof = Arrays.copyOfRange(
                theirs.getOrDefault(place(0), new byte[0]), ours.length - FleetCrypto.SIGNATURE - 36, ours.length);
        byte[] mixed = ours.clone();
        System.arraycopy(proof, 0, mixed, mixed.length - proof.length, proof.length);
        assertThat(refusal(place(0), mixed)).isEqualTo(DropReason.FORGED);
    }

    @Test
    void an_answer_and_a_copy_are_signed_alone() {
        byte[] message = one(2);
        assertThatThrownBy(() -> reading.openOnce(MessageKind.ROW, place(2), message))
                .isInstanceOfSatisfying(
                        RefusedException.class, it -> assertThat(it.refusal()).isEqualTo(DropReason.OTHER_FORM));
    }

    @Test
    void a_tree_of_too_many_is_not_looked_at() {
        byte[] message = one(2);
        int leaves = message.length - FleetCrypto.SIGNATURE - Short.BYTES;
        message[leaves] = (byte) 0xff;
        assertThat(refusal(place(2), message)).isEqualTo(DropReason.MALFORMED);
    }

    @Test
    void checked_signatures_are_remembered_up_to_a_bound() {
        var proven = new ProvenRoots();
        var sender = fleet.charter.members().getFirst();
        for (int number = 0; number < 2_000; number++) {
            proven.add(sender, said(number), said(number));
            assertThat(proven.has(sender, said(0), said(0))).isTrue();
        }
        assertThat(proven.size()).isEqualTo(1_024);
        assertThat(proven.has(sender, said(1), said(1))).isFalse();
        assertThat(proven.has(sender, said(1_999), said(1_999))).isTrue();
        assertThat(proven.has(sender, said(1_999), said(1_998))).isFalse();
    }
}
