package dev.svc.server.push.post;

import dev.svc.shared.net.AddressRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Which hosts are this computer, or in a network that only this one reaches. Whoever may change a setting must not be
/// able to make svc speak to what trusts its network.
final class PrivateAddresses {
    private static final List<AddressRange> ALL = Stream.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10", // shared by the customers of one provider, and by some overlay networks
                    "127.0.0.0/8",
                    "169.254.0.0/16", // what a host learns of itself in a cloud
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "224.0.0.0/3", // several receivers, and what has no meaning yet
                    "::/127",
                    "fc00::/7",
                    "fe80::/9",
                    "ff00::/8")
            .map(text -> AddressRange.find(text).orElseThrow())
            .toList();

    /// An IPv4 address stands at the end of these: they are reached by translation.
    private static final AddressRange TRANSLATED =
            AddressRange.find("64:ff9b::/96").orElseThrow();

    private static final int IPV4_BYTES = 4;

    private PrivateAddresses() {}

    /// Asks for the host's addresses, which may take a while; one that is private is enough. A host without any is not
    /// private: it cannot be reached either.
    static boolean has(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).anyMatch(PrivateAddresses::contain);
        } catch (UnknownHostException none) {
            return false;
        }
    }

    static boolean contain(InetAddress address) {
        return isListed(address) || (TRANSLATED.contains(address) && isListed(translated(address)));
    }

    private static boolean isListed(InetAddress address) {
        return ALL.stream().anyMatch(range -> range.contains(address));
    }

    private static InetAddress translated(InetAddress address) {
        byte[] bytes = address.getAddress();
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, bytes.length - IPV4_BYTES, bytes.length));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
