package dev.svc.server.push.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateAddressesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.1.2.3",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "198.19.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "64:ff9b::7f00:1",
                "64:ff9b::a9fe:a9fe"
            })
    void what_only_this_network_reaches_is_private(String address) {
        assertThat(PrivateAddresses.contain(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2001:4860:4860::8888",
                "64:ff9b::808:808"
            })
    void what_everybody_reaches_is_not(String address) {
        assertThat(PrivateAddresses.contain(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1"})
    void a_host_is_private_by_whatever_it_is_called(String host) {
        assertThat(PrivateAddresses.has(host) || !isReached(host)).isTrue();
    }

    /// Spellings that nothing resolves lead nowhere.
    private static boolean isReached(String host) {
        try {
            return InetAddress.getAllByName(host).length > 0;
        } catch (java.net.UnknownHostException none) {
            return false;
        }
    }
}
