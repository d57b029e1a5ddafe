package dev.svc.shared.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryCodesTest {
    private final List<String> codes = RecoveryCodes.make(new SecureRandom());
    private final List<String> digests = RecoveryCodes.digests(codes);

    @Test
    void ten_codes_of_100_bits_none_twice() {
        assertThat(codes)
                .hasSize(10)
                .doesNotHaveDuplicates()
                .allMatch(code -> code.matches("([a-z2-7]{5}-){3}[a-z2-7]{5}"));
    }

    @Test
    void a_code_is_spent_once_however_it_is_typed() {
        var left = RecoveryCodes.spend(
                        digests,
                        " " + codes.get(3).toUpperCase(java.util.Locale.ROOT).replace('-', ' '))
                .orElseThrow();
        assertThat(left).hasSize(9).doesNotContain(digests.get(3));
        assertThat(RecoveryCodes.spend(left, codes.get(3))).isEmpty();
        assertThat(RecoveryCodes.spend(left, codes.get(4))).isPresent();
    }

    @Test
    void what_is_kept_does_not_show_the_code() {
        assertThat(String.join(" ", digests))
                .doesNotContain(codes)
                .doesNotContain(codes.get(0).substring(0, 11));
    }

    @Test
    void a_made_up_code_a_digest_and_nothing_are_none() {
        assertThat(RecoveryCodes.spend(digests, "aaaaa-aaaaa-aaaaa-aaaaa")).isEmpty();
        assertThat(RecoveryCodes.spend(digests, digests.get(0))).isEmpty();
        assertThat(RecoveryCodes.spend(digests, "")).isEmpty();
    }

    @Test
    void six_digits_are_not_taken_for_one() {
        assertThat(RecoveryCodes.isLikeOne("123456")).isFalse();
        assertThat(RecoveryCodes.isLikeOne(codes.get(0))).isTrue();
    }
}
