package dev.svc.server.push.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPair;
import java.security.SecureRandom;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class PushSealTest {
    private static final String DEVICE =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    private static final String SECRET = "BTBZMqHH6r4Tts7J_aSIgg";

    private static byte[] bytes(String text) {
        return Base64.getUrlDecoder().decode(text);
    }

    @Test
    void the_example_of_rfc_8291_is_sealed_as_it_says() {
        var once = new KeyPair(
                P256.publicKey(
                                bytes(
                                        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"))
                        .orElseThrow(),
                P256.privateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
                        .orElseThrow());

        byte[] sealed = PushSeal.seal(
                "When I grow up, I want to be a watermelon".getBytes(UTF_8),
                0,
                P256.publicKey(bytes(DEVICE)).orElseThrow(),
                bytes(SECRET),
                once,
                bytes("DGv6ra1nlYgDCS1FRnbzlw"));

        assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(sealed))
                .isEqualTo(
                        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
                                + "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
    }

    @Test
    void messages_of_about_one_length_look_alike_and_two_of_the_same_do_not() {
        var seal = new PushSeal(new SecureRandom());
        var device = P256.publicKey(bytes(DEVICE)).orElseThrow();

        byte[] one = seal.seal("git status".getBytes(UTF_8), device, bytes(SECRET));
        byte[] two = seal.seal("rm -rf /srv/ledger".getBytes(UTF_8), device, bytes(SECRET));
        byte[] again = seal.seal("git status".getBytes(UTF_8), device, bytes(SECRET));

        assertThat(two).hasSameSizeAs(one);
        assertThat(again).isNotEqualTo(one);
    }

    @Test
    void the_longest_message_fits_into_what_push_services_take() {
        byte[] sealed = new PushSeal(new SecureRandom())
                .seal(new byte[3_071], P256.publicKey(bytes(DEVICE)).orElseThrow(), bytes(SECRET));

        assertThat(sealed.length).isLessThanOrEqualTo(4_096);
    }

    @Test
    void a_point_of_another_curve_is_no_key() {
        byte[] point = bytes(DEVICE);
        point[64] ^= 1;

        assertThat(P256.publicKey(point)).isEmpty();
        assertThat(P256.publicKey(new byte[65])).isEmpty();
        assertThat(P256.publicKey(new byte[0])).isEmpty();
    }
}
