package dev.svc.server.http.gate;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// Which Host names are answered and which Origin is ours.
public final class Origins {
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

    private final Optional<String> publicOrigin;
    private final List<String> moreHosts;
    private final IntSupplier boundPort;

    /// Takes the port as a question, because port 0 is only known once the server is bound.
    public Origins(Optional<String> publicOrigin, List<String> moreHosts, IntSupplier boundPort) {
        this.publicOrigin = publicOrigin;
        this.moreHosts = moreHosts.stream().map(Origins::folded).toList();
        this.boundPort = boundPort;
    }

    /// Whether a Host header names this server; without this check a foreign name could be pointed at it.
    public boolean allowsHost(@Nullable String host) {
        return host != null && hosts().contains(folded(host));
    }

    /// Exact scheme, host and port; `null` and everything else is foreign.
    public boolean allowsOrigin(String origin) {
        return publicOrigin.map(List::of).orElseGet(this::loopbackOrigins).contains(origin);
    }

    boolean allowsReferer(@Nullable String referer) {
        return referer != null && originOf(referer).filter(this::allowsOrigin).isPresent();
    }

    private Set<String> hosts() {
        var hosts = new HashSet<>(moreHosts);
        int port = boundPort.getAsInt();
        LOOPBACK.forEach(name -> hosts.add(port == 80 ? name : name + ':' + port));
        publicOrigin.ifPresent(origin -> hosts.add(folded(origin.substring(origin.indexOf("://") + 3))));
        return hosts;
    }

    private List<String> loopbackOrigins() {
        int port = boundPort.getAsInt();
        return LOOPBACK.stream()
                .map(name -> "http://" + name + (port == 80 ? "" : ":" + port))
                .toList();
    }

    private static Optional<String> originOf(String address) {
        try {
            var uri = new URI(address);
            return Optional.of(uri.getScheme() + "://" + uri.getRawAuthority());
        } catch (URISyntaxException broken) {
            return Optional.empty();
        }
    }

    private static String folded(String host) {
        return host.toLowerCase(Locale.ROOT);
    }
}
