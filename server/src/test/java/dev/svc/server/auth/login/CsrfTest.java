package dev.svc.server.auth.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.secret.SigningKey;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class CsrfTest {
    private final Csrf csrf = csrf("0123456789abcdef0123456789abcdef");

    @Test
    void a_token_fits_its_own_session_only() {
        String token = csrf.token("mine");
        assertThat(csrf.fits("mine", token)).isTrue();
        assertThat(csrf.fits("yours", token)).isFalse();
        assertThat(csrf("another key, another key, another").fits("mine", token))
                .isFalse();
    }

    @Test
    void two_tokens_of_one_session_differ_and_both_fit() {
        String first = csrf.token("mine");
        String second = csrf.token("mine");
        assertThat(first).isNotEqualTo(second);
        assertThat(csrf.fits("mine", first) && csrf.fits("mine", second)).isTrue();
    }

    @Test
    void a_token_that_was_cut_moved_or_made_up_fits_nothing() {
        String token = csrf.token("mine");
        for (int length = 0; length < token.length(); length++) {
            assertThat(csrf.fits("mine", token.substring(0, length))).isFalse();
        }
        assertThat(csrf.fits("mine", token + "A")).isFalse();
        assertThat(csrf.fits("mine", "." + token)).isFalse();
        assertThat(csrf.fits("mine", "x".repeat(100_000))).isFalse();
        assertThat(csrf.fits("mine " + token.split("\\.", 2)[0], token)).isFalse();
    }

    private static Csrf csrf(String key) {
        return new Csrf(SigningKey.find(key).orElseThrow(), new SecureRandom());
    }
}
