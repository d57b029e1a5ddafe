package dev.svc.server.push;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The services that deliver for the browsers there are. An address anywhere else is refused, so that nobody makes svc
/// speak to whatever host they like.
public final class PushServices {
    private static final int LONGEST = 1_000;
    private static final int HTTPS = 443;
    private static final Set<String> HOSTS =
            Set.of("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com");
    private static final List<String> BELOW =
            List.of(".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com");

    private final Optional<String> alsoAllowed;

    /// @param alsoAllowed one more origin, for tests
    public PushServices(Optional<String> alsoAllowed) {
        this.alsoAllowed = alsoAllowed;
    }

    /// The address, if one of them has it.
    Optional<URI> find(String address) {
        if (address.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            return Optional.of(new URI(address)).filter(this::isKnown);
        } catch (URISyntaxException none) {
            return Optional.empty();
        }
    }

    private boolean isKnown(URI uri) {
        if (uri.getScheme() == null
                || uri.getHost() == null
                || uri.getRawUserInfo() != null
                || uri.getRawFragment() != null) {
            return false;
        }
        var host = uri.getHost().toLowerCase(Locale.ROOT);
        boolean isUsual = uri.getScheme().equalsIgnoreCase("https") && (uri.getPort() < 0 || uri.getPort() == HTTPS);
        return (isUsual && (HOSTS.contains(host) || BELOW.stream().anyMatch(host::endsWith)))
                || alsoAllowed.filter(origin(uri)::equals).isPresent();
    }

    private static String origin(URI uri) {
        var port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        return (uri.getScheme() + "://" + uri.getHost() + port).toLowerCase(Locale.ROOT);
    }
}
