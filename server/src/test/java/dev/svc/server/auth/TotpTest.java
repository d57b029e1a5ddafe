package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TotpTest {
    /// "12345678901234567890", the secret of RFC 6238's test vectors.
    private static final String SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    private final Totp totp = new Totp();

    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void the_vectors_of_rfc_6238_fit(long second, String code) {
        assertThat(totp.step(SECRET, code, Instant.ofEpochSecond(second))).hasValue(second / Totp.SECONDS);
    }

    @Test
    void what_is_no_code_fits_no_step() {
        var now = Instant.ofEpochSecond(1234567890);
        for (String code : new String[] {"", "5924", "0005924", "-05924", "٠٠٥٩٢٤", "005924\u0000", "abcdef"}) {
            assertThat(totp.step(SECRET, code, now)).isEmpty();
        }
        assertThat(totp.step(SECRET, "005 924", now)).isPresent();
    }

    @Test
    void a_new_secret_has_160_bits_and_is_new() {
        assertThat(totp.newSecret()).matches("[A-Z2-7]{32}").isNotEqualTo(totp.newSecret());
    }
}
