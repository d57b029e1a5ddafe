package dev.svc.server.review.model;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Where models answer: the address of an OpenAI-compatible interface, its `/v1` included.
public record Endpoint(URI base) {
    private static final int LONGEST = 500;
    private static final Set<String> THIS_HOST = Set.of("localhost", "127.0.0.1", "[::1]");

    /// Why a text is not such an address, as a sentence; empty when it is one.
    public static Optional<String> objection(String text) {
        if (text.length() > LONGEST) {
            return Optional.of("The address has at most %d characters.".formatted(LONGEST));
        }
        var uri = uri(text);
        if (uri.isEmpty() || !isWeb(uri.get())) {
            return Optional.of("The address begins with http:// or https:// and names a host, such as"
                    + " http://127.0.0.1:11434/v1.");
        }
        if (uri.get().getRawUserInfo() != null) {
            return Optional.of("The address must not hold a name or password: put the key into its own field.");
        }
        return uri.get().getRawQuery() == null && uri.get().getRawFragment() == null
                ? Optional.empty()
                : Optional.of("The address ends with its path, such as /v1: nothing with ? or # may follow.");
    }

    /// Empty when the text is not such an address.
    public static Optional<Endpoint> find(String text) {
        return objection(text).isPresent() ? Optional.empty() : uri(text).map(Endpoint::new);
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(new URI(text.strip().replaceFirst("/+$", "")));
        } catch (URISyntaxException none) {
            return Optional.empty();
        }
    }

    private static boolean isWeb(URI uri) {
        return uri.getHost() != null
                && !uri.getHost().isEmpty()
                && uri.getPort() <= 65_535
                && ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()));
    }

    /// Scheme, host and port: the party a key belongs to.
    public String origin() {
        var scheme = lower(base.getScheme());
        int port = base.getPort() >= 0 ? base.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + lower(base.getHost()) + ":" + port;
    }

    /// Whether requests cross a network unencrypted.
    public boolean isReadableOnTheWay() {
        return lower(base.getScheme()).equals("http") && !THIS_HOST.contains(lower(base.getHost()));
    }

    public URI completions() {
        return URI.create(base + "/chat/completions");
    }

    URI models() {
        return URI.create(base + "/models");
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
