package dev.svc.shared.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class PasswordsTest {
    @Test
    void twelve_to_1024_characters_are_allowed_whatever_they_are() {
        assertThat(Passwords.objection("            ")).isEmpty();
        assertThat(Passwords.objection("x".repeat(1024))).isEmpty();
        assertThat(Passwords.objection("x".repeat(1025))).hasValue("1025 characters. At most 1024 are allowed.");
        assertThat(Passwords.objection("x".repeat(9))).hasValue("9 characters. At least 12 are needed.");
        assertThat(Passwords.objection("x")).hasValue("1 character. At least 12 are needed.");
        assertThat(Passwords.objection("")).isPresent();
    }

    @Test
    void a_character_beyond_the_basic_plane_counts_once() {
        assertThat(Passwords.objection("🔑".repeat(11))).isPresent();
        assertThat(Passwords.objection("🔑".repeat(12))).isEmpty();
        assertThat(Passwords.objection("🔑".repeat(1024))).isEmpty();
    }

    @Test
    void a_random_one_is_allowed_and_never_the_same() {
        var random = new SecureRandom();
        var seen = new HashSet<String>();
        for (int i = 0; i < 1000; i++) {
            String password = Passwords.random(random);
            assertThat(Passwords.objection(password)).isEmpty();
            assertThat(seen.add(password)).isTrue();
        }
    }
}
