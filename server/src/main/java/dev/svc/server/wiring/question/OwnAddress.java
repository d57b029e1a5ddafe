package dev.svc.server.wiring.question;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.function.IntSupplier;

/// Where programs of this host reach this server.
final class OwnAddress {
    private final String host;
    private final boolean reachable;
    private final IntSupplier port;

    /// @param host what the server listens on
    /// @param port zero until it listens
    OwnAddress(String host, IntSupplier port) {
        this.host = host;
        this.reachable = isOnLoopback(host);
        this.port = port;
    }

    /// Empty where the server does not listen on the loopback address of IPv4.
    Optional<URI> hook(String token) {
        int bound = port.getAsInt();
        return reachable && bound > 0
                ? Optional.of(URI.create("http://127.0.0.1:%d/hook/%s".formatted(bound, token)))
                : Optional.empty();
    }

    /// Where this host connects to, once it listens.
    Optional<Bound> bound() {
        int now = port.getAsInt();
        return now > 0 ? Optional.of(new Bound(reachable ? "127.0.0.1" : host, now)) : Optional.empty();
    }

    /// An address with its port.
    record Bound(String address, int port) {}

    private static boolean isOnLoopback(String host) {
        try {
            var address = InetAddress.getByName(host);
            return address.isAnyLocalAddress() || address.getHostAddress().equals("127.0.0.1");
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
