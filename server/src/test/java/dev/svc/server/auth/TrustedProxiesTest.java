package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrustedProxiesTest {
    private final TrustedProxies proxies = TrustedProxies.find(List.of("127.0.0.1", "10.0.0.0/8", "2001:db8::/33"))
            .orElseThrow();

    @Test
    void a_stranger_s_header_is_not_believed() {
        assertThat(address("203.0.113.9", "192.0.2.1")).isEqualTo("203.0.113.9");
    }

    @Test
    void the_nearest_hop_that_is_not_trusted_is_the_caller() {
        assertThat(address("127.0.0.1", "192.0.2.1")).isEqualTo("192.0.2.1");
        assertThat(address("127.0.0.1", "192.0.2.1, 10.1.2.3")).isEqualTo("192.0.2.1");
        assertThat(address("127.0.0.1", "1.1.1.1, 192.0.2.1, 10.1.2.3")).isEqualTo("192.0.2.1");
        assertThat(address("2001:db8::5", "192.0.2.1")).isEqualTo("192.0.2.1");
        assertThat(address("2001:db8:8000::5", "192.0.2.1")).isEqualTo("2001:db8:8000:0:0:0:0:5");
    }

    @Test
    void several_header_lines_are_one_list() {
        var caller = proxies.caller(InetAddress.ofLiteral("127.0.0.1"), List.of("1.1.1.1", "192.0.2.1"), "");
        assertThat(caller.addressText()).isEqualTo("192.0.2.1");
    }

    @Test
    void what_is_no_address_ends_the_list_at_the_last_one_believed() {
        for (String nonsense : List.of("", "unknown", "localhost", "192.0.2.1.evil.example", "999.1.1.1", "[::1")) {
            assertThat(address("127.0.0.1", nonsense)).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void ports_and_brackets_are_read() {
        assertThat(address("127.0.0.1", "192.0.2.1:4711")).isEqualTo("192.0.2.1");
        assertThat(address("127.0.0.1", "[2001:db8:ffff::1]:4711")).isEqualTo("2001:db8:ffff:0:0:0:0:1");
    }

    @Test
    void only_a_loopback_peer_without_a_proxy_is_at_the_host() {
        var loopback = InetAddress.getLoopbackAddress();
        assertThat(proxies.caller(loopback, List.of(), "").local()).isTrue();
        assertThat(proxies.caller(loopback, List.of("127.0.0.1"), "").local()).isFalse();
        assertThat(proxies.caller(InetAddress.ofLiteral("192.0.2.1"), List.of(), "")
                        .local())
                .isFalse();
    }

    @Test
    void what_is_no_address_and_no_block_is_refused() {
        for (String text : List.of("proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129", "*")) {
            assertThat(TrustedProxies.find(List.of(text))).isEmpty();
        }
        assertThat(TrustedProxies.find(List.of("0.0.0.0/0", "::/0", "::1"))).isPresent();
    }

    private String address(String peer, String forwarded) {
        return proxies.caller(InetAddress.ofLiteral(peer), List.of(forwarded), "")
                .addressText();
    }
}
