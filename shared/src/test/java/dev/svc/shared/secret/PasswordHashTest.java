package dev.svc.shared.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashTest {
    private final SecureRandom random = new SecureRandom();

    @Test
    void the_right_password_fits_after_a_trip_through_its_text_and_a_wrong_one_does_not() {
        var kept = PasswordHash.find(
                        PasswordHash.of("correct horse battery", 1000, random).encoded())
                .orElseThrow();
        assertThat(kept.matches("correct horse battery")).isTrue();
        assertThat(kept.matches("correct horse batterz")).isFalse();
        assertThat(kept.matches("")).isFalse();
    }

    @Test
    void a_published_vector_of_pbkdf2_with_hmac_sha256_fits() {
        var kept = PasswordHash.find("pbkdf2_sha256$4096$c2FsdFNBTFRzYWx0U0FMVHNhbHRTQUxUc2FsdFNBTFRzYWx0"
                        + "$NIyJ28vTKy8y2BS4EW6EzysXNH68GAAYHE4qH7jdU-E")
                .orElseThrow();
        assertThat(kept.matches("passwordPASSWORDpassword")).isTrue();
    }

    @Test
    void a_new_hash_has_the_documented_form_and_count() {
        assertThat(PasswordHash.of("correct horse battery", random).encoded())
                .matches("pbkdf2_sha256\\$600000\\$[A-Za-z0-9_-]{22}\\$[A-Za-z0-9_-]{43}");
    }

    @Test
    void a_lower_count_is_dated_and_todays_is_not() {
        assertThat(PasswordHash.of("correct horse battery", 1000, random).isDated())
                .isTrue();
        assertThat(PasswordHash.of("correct horse battery", random).isDated()).isFalse();
    }

    @Test
    void the_same_password_typed_composed_and_decomposed_is_one() {
        var kept = PasswordHash.of("Gr\u00fc\u00dfe aus K\u00f6ln", 1000, random);
        assertThat(kept.matches("Gru\u0308\u00dfe aus Ko\u0308ln")).isTrue();
    }

    @Test
    void two_hashes_of_one_password_differ() {
        assertThat(PasswordHash.of("correct horse battery", 1000, random).encoded())
                .isNotEqualTo(
                        PasswordHash.of("correct horse battery", 1000, random).encoded());
    }

    @Test
    void its_text_for_logs_shows_nothing_of_it() {
        var kept = PasswordHash.of("correct horse battery", 1000, random);
        assertThat(kept.toString()).doesNotContain(kept.encoded().substring(20));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "pbkdf2_sha256$600000$salt$hash",
                "pbkdf2_sha1$600000$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "pbkdf2_sha256$0$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "pbkdf2_sha256$999999999$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "pbkdf2_sha256$99999999999999999999$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void what_is_no_hash_of_this_format_is_none(String text) {
        assertThat(PasswordHash.find(text)).isEmpty();
    }
}
