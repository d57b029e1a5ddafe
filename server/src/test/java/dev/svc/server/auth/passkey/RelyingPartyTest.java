package dev.svc.server.auth.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.auth.passkey.RelyingParty.Here;
import dev.svc.server.auth.passkey.RelyingParty.Nowhere;
import dev.svc.server.auth.passkey.RelyingParty.Reason;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where browsers let there be passkeys.
class RelyingPartyTest {
    @ParameterizedTest
    @CsvSource({
        "https://svc.example.org, svc.example.org",
        "https://Svc.Example.org:8443, svc.example.org",
        "https://box, box",
        "http://localhost:8765, localhost",
        "https://localhost, localhost"
    })
    void a_name_over_https_or_localhost_is_one(String origin, String id) {
        assertThat(RelyingParty.of(Optional.of(origin), true)).isEqualTo(new Here(id, origin));
    }

    @ParameterizedTest
    @CsvSource({
        "http://svc.example.org, NO_TLS",
        "http://localhost.example.org, NO_TLS",
        "http://127.0.0.1:8765, NO_NAME",
        "https://192.0.2.7, NO_NAME",
        "https://[::1]:8765, NO_NAME"
    })
    void other_addresses_say_why_not(String origin, Reason reason) {
        assertThat(RelyingParty.of(Optional.of(origin), true)).isEqualTo(new Nowhere(reason));
    }

    @Test
    void without_an_address_or_a_login_there_are_none() {
        assertThat(RelyingParty.of(Optional.empty(), true)).isEqualTo(new Nowhere(Reason.NO_ORIGIN));
        assertThat(RelyingParty.of(Optional.of("https://svc.example.org"), false))
                .isEqualTo(new Nowhere(Reason.NO_LOGIN));
    }
}
