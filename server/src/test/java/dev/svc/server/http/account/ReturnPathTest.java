package dev.svc.server.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReturnPathTest {
    @ParameterizedTest
    @ValueSource(strings = {"/", "/s/engine_1:abc", "/settings/security?tab=1&x=%2F", "/?q=a//b"})
    void an_address_of_this_server_is_kept(String path) {
        assertThat(ReturnPath.of(path).path()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://evil.example/",
                "//evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "/x\\y",
                "javascript:alert(1)",
                "/x\r\nSet-Cookie: a=b",
                "/ä",
                " /x"
            })
    void anything_else_is_the_start_page(String path) {
        assertThat(ReturnPath.of(path).path()).isEqualTo("/");
    }

    @Test
    void it_travels_in_the_address_of_the_next_login_page() {
        assertThat(ReturnPath.of("/s/a?b=c&d").on("/login/totp")).isEqualTo("/login/totp?next=%2Fs%2Fa%3Fb%3Dc%26d");
        assertThat(ReturnPath.of("//evil").on("/login")).isEqualTo("/login");
    }
}
