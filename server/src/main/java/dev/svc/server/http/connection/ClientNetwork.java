package dev.svc.server.http.connection;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/// The unit by which connections are counted: an IPv4 address or an IPv6 /64.
record ClientNetwork(String name) {
    private static final int IPV6_PREFIX_BYTES = 8;

    static ClientNetwork of(InetAddress address) {
        return new ClientNetwork(
                address instanceof Inet4Address
                        ? address.getHostAddress()
                        : HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), IPV6_PREFIX_BYTES)));
    }
}
