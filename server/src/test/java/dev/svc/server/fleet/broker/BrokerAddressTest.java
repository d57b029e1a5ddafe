package dev.svc.server.fleet.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"nats://hub:4222", "tls://ada:secret@hub", "nats://token@10.0.0.1:4222,nats://b:4222"})
    void an_address_is_kept_as_it_was_given(String text) {
        assertThat(BrokerAddress.find(text).orElseThrow().text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hub:4222",
                "http://hub",
                "nats://",
                "nats://hub/path",
                "nats://hub#x",
                "nats://hub,",
                "nats://a b",
                "file:///x"
            })
    void anything_else_is_none(String text) {
        assertThat(BrokerAddress.find(text)).isEmpty();
    }

    @Test
    void what_opens_it_is_not_shown() {
        assertThat(BrokerAddress.find("tls://ada:secret@hub:1,nats://token@b:2")
                        .orElseThrow()
                        .shown())
                .isEqualTo("tls://hub:1,nats://b:2");
    }
}
