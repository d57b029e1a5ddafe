package dev.svc.shared.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class SigningKeyTest {
    @Test
    void thirty_two_bytes_are_enough_and_thirty_one_are_not() {
        assertThat(SigningKey.find("x".repeat(32))).isPresent();
        assertThat(SigningKey.find("x".repeat(31))).isEmpty();
        assertThat(SigningKey.find("ü".repeat(16))).isPresent();
    }

    @Test
    void a_random_one_is_long_enough_and_never_the_same() {
        var random = new SecureRandom();
        assertThat(SigningKey.find(SigningKey.random(random))).isPresent();
        assertThat(SigningKey.random(random)).isNotEqualTo(SigningKey.random(random));
    }

    @Test
    void its_text_for_logs_does_not_show_it() {
        assertThat(SigningKey.find("x".repeat(32)).orElseThrow().toString()).doesNotContain("xx");
    }
}
