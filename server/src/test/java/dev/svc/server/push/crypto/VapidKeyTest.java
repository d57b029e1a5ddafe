package dev.svc.server.push.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class VapidKeyTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Pattern FORM = Pattern.compile("vapid t=([\\w-]+)\\.([\\w-]+)\\.([\\w-]+), k=([\\w-]+)");

    private final VapidKey key = VapidKey.make(new SecureRandom());

    private static byte[] bytes(String text) {
        return Base64.getUrlDecoder().decode(text);
    }

    @Test
    void a_sender_says_to_whom_it_speaks_until_when_and_signs_it() throws Exception {
        var address = URI.create("https://Push.example.net/to/somebody?x=1");
        var said = FORM.matcher(key.authorization(address, "mailto:ada@example.org", NOW));

        assertThat(said.matches()).isTrue();
        var header = new ObjectMapper().readTree(bytes(said.group(1)));
        var claims = new ObjectMapper().readTree(bytes(said.group(2)));
        assertThat(header.path("alg").asText()).isEqualTo("ES256");
        assertThat(header.path("typ").asText()).isEqualTo("JWT");
        assertThat(claims.path("aud").asText()).isEqualTo("https://push.example.net");
        assertThat(claims.path("sub").asText()).isEqualTo("mailto:ada@example.org");
        assertThat(claims.path("exp").asLong()).isBetween(NOW.getEpochSecond() + 60, NOW.getEpochSecond() + 24 * 3_600);
        assertThat(said.group(4)).isEqualTo(key.shown());

        var check = Signature.getInstance("SHA256withECDSAinP1363Format");
        check.initVerify(P256.publicKey(bytes(key.shown())).orElseThrow());
        check.update((said.group(1) + "." + said.group(2)).getBytes(UTF_8));
        assertThat(check.verify(bytes(said.group(3)))).isTrue();
    }

    @Test
    void a_key_that_was_written_down_is_the_same_key() {
        assertThat(VapidKey.find(key.secret(), key.shown()).orElseThrow().shown())
                .isEqualTo(key.shown());
    }

    @Test
    void halves_of_two_keys_are_no_key_nor_is_anything_else() {
        var other = VapidKey.make(new SecureRandom());

        assertThat(VapidKey.find(key.secret(), other.shown())).isEmpty();
        assertThat(VapidKey.find("", "")).isEmpty();
        assertThat(VapidKey.find("no base64!", key.shown())).isEmpty();
    }

    @Test
    void what_a_key_says_of_itself_is_not_the_key() {
        assertThat(key.toString()).doesNotContain(key.secret());
    }
}
