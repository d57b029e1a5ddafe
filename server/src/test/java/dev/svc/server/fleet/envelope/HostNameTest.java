package dev.svc.server.fleet.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"forge-1", "a", "7", "build.example.com", "laptop-3"})
    void a_usual_name_is_fit(String name) {
        assertThat(HostName.isFit(name)).isTrue();
        assertThat(HostName.of(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "A", "a b", "a\n", "a@b", "a/b", "..", ".a", "a.", "-a", "a,b", "é", "a\u0000", "a>"})
    void what_means_something_elsewhere_is_not(String name) {
        assertThat(HostName.isFit(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"Ada (MacBook Pro).local, ada-macbook-pro-.local", "'', host", "---, host", "ÄÖÜ, host", "_x_, x"})
    void any_name_of_a_system_becomes_a_fit_one(String hostname, String name) {
        assertThat(HostName.of(hostname)).isEqualTo(name);
    }

    @Test
    void a_long_one_is_cut() {
        assertThat(HostName.isFit(HostName.of("x".repeat(62) + "-y".repeat(40))))
                .isTrue();
    }
}
