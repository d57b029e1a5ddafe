package dev.svc.server.push;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The places beside browsers that are told: ntfy, and a webhook.
///
/// @param ntfy null where there is none
/// @param webhook null where there is none
/// @param hideContent they get neither titles nor texts
/// @param mayBePrivate they may be this computer or one beside it
/// @param allNews the webhook gets what only programs care about as well
public record PushRelays(
        @Nullable Ntfy ntfy, @Nullable Webhook webhook, boolean hideContent, boolean mayBePrivate, boolean allNews) {
    public static final PushRelays NONE = new PushRelays(null, null, true, false, false);

    private static final int LONGEST = 500;
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /// A topic of a server of ntfy.
    ///
    /// @param server what is spoken to, without the topic
    /// @param token of an account there; null where it asks for none
    public record Ntfy(URI server, String topic, @Nullable String token) {
        @Override
        public String toString() {
            return "ntfy at " + server.getHost();
        }
    }

    /// An address that takes JSON.
    ///
    /// @param key what is sent is signed with; null where it is not
    public record Webhook(URI address, @Nullable String key) {
        @Override
        public String toString() {
            return "a webhook at " + address.getHost();
        }
    }

    /// The address of a webhook.
    public static Optional<URI> webhook(String text) {
        return web(text);
    }

    /// The address of a topic of ntfy, as it stands in its page.
    public static Optional<Ntfy> ntfy(String text, @Nullable String token) {
        return web(text).filter(it -> it.getRawQuery() == null).flatMap(address -> {
            var whole = address.toString();
            int cut = whole.lastIndexOf('/') + 1;
            var topic = whole.substring(cut);
            return address.getRawPath().isEmpty() || !TOPIC.matcher(topic).matches()
                    ? Optional.empty()
                    : Optional.of(new Ntfy(URI.create(whole.substring(0, cut)), topic, token));
        });
    }

    private static Optional<URI> web(String text) {
        try {
            var uri = new URI(text);
            boolean isWeb = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return text.length() <= LONGEST
                            && isWeb
                            && uri.getHost() != null
                            && !uri.getHost().isEmpty()
                            && uri.getPort() <= 65_535
                            && uri.getRawUserInfo() == null
                            && uri.getRawFragment() == null
                    ? Optional.of(uri)
                    : Optional.empty();
        } catch (URISyntaxException none) {
            return Optional.empty();
        }
    }
}
