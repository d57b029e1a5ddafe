package dev.svc.server.auth;

import dev.svc.server.auth.login.Caller;
import dev.svc.shared.net.AddressRange;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Peers whose `X-Forwarded-For` is trusted: SVC_TRUSTED_PROXIES and no others.
public final class TrustedProxies {
    private final List<AddressRange> ranges;

    public TrustedProxies(List<AddressRange> ranges) {
        this.ranges = List.copyOf(ranges);
    }

    /// Empty when one of the texts is neither an address nor a block.
    public static Optional<TrustedProxies> find(List<String> texts) {
        var ranges = new ArrayList<AddressRange>();
        for (String text : texts) {
            Optional<AddressRange> range = AddressRange.find(text);
            if (range.isEmpty()) {
                return Optional.empty();
            }
            ranges.add(range.get());
        }
        return Optional.of(new TrustedProxies(ranges));
    }

    /// Reads the hops from the nearest outwards and stops at the first untrusted one: strangers wrote what is further
    /// left.
    ///
    /// @param forwarded the values of `X-Forwarded-For` in their order, none when the header is absent
    public Caller caller(InetAddress peer, List<String> forwarded, String agent) {
        InetAddress nearest = peer;
        var hops = new ArrayList<>(forwarded.stream()
                .flatMap(line -> List.of(line.split(",")).stream())
                .toList());
        while (!hops.isEmpty() && trusts(nearest)) {
            Optional<InetAddress> hop = AddressRange.findAddress(withoutPort(hops.removeLast()));
            if (hop.isEmpty()) {
                break;
            }
            nearest = hop.get();
        }
        return new Caller(nearest, forwarded.isEmpty() && peer.isLoopbackAddress(), agent);
    }

    /// The address of [#caller] as text, for a peer that is known as text.
    public String address(String peer, List<String> forwarded) {
        return AddressRange.findAddress(peer)
                .map(address -> caller(address, forwarded, "").addressText())
                .orElse(peer);
    }

    public boolean trusts(InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    private static String withoutPort(String hop) {
        String text = hop.strip();
        boolean ipv4WithPort = text.indexOf('.') > 0 && text.indexOf(':') == text.lastIndexOf(':');
        boolean bracketed = text.startsWith("[") && text.indexOf(']') > 0;
        if (bracketed) {
            return text.substring(0, text.indexOf(']') + 1);
        }
        return ipv4WithPort && text.indexOf(':') > 0 ? text.substring(0, text.indexOf(':')) : text;
    }
}
