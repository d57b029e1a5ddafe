package dev.svc.server.fleet.broker;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Where the broker is: one URL, or several with commas between them. A name and password, or a token, may
/// stand in it.
///
/// @param urls at least one
public record BrokerAddress(List<String> urls) {
    /// What it may be, as a sentence says it.
    public static final String RULE = "nats://HOST:PORT or tls://HOST:PORT, several with commas between them";

    private static final Set<String> SCHEMES = Set.of("nats", "tls");
    private static final int LONGEST = 1_000;

    public BrokerAddress {
        urls = List.copyOf(urls);
    }

    public static Optional<BrokerAddress> find(String text) {
        var urls = new ArrayList<String>();
        if (text.length() > LONGEST || text.indexOf('#') >= 0) {
            return Optional.empty();
        }
        for (var part : text.split(",", -1)) {
            try {
                var url = new URI(part.strip());
                if (url.getScheme() == null
                        || !SCHEMES.contains(url.getScheme())
                        || url.getHost() == null
                        || (url.getPath() != null && !url.getPath().isEmpty())) {
                    return Optional.empty();
                }
                urls.add(url.toString());
            } catch (URISyntaxException broken) {
                return Optional.empty();
            }
        }
        return Optional.of(new BrokerAddress(urls));
    }

    /// As variables and invitations have it, with what opens it.
    public String text() {
        return String.join(",", urls);
    }

    /// As people are shown it, without what opens it.
    public String shown() {
        return urls.stream().map(url -> url.replaceFirst("//[^/@]*@", "//")).collect(Collectors.joining(","));
    }
}
