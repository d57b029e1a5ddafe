package dev.svc.server.wiring.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.push.PushRelays;
import dev.svc.server.push.PushRelays.Ntfy;
import dev.svc.server.push.PushRelays.Webhook;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What can be set of notices: the places beside browsers that are told. Each is off while its address is empty, and
/// nothing of the content goes there unless somebody says so.
public final class PushSettings {
    static final String NAME = "push";

    private static final String NTFY_URL = "ntfy_url";
    private static final String NTFY_TOKEN = "ntfy_token";
    private static final String WEBHOOK_URL = "webhook_url";
    private static final String WEBHOOK_KEY = "webhook_key";
    private static final String WEBHOOK_NEWS = "webhook_news";
    private static final String PRIVATE = "private_addresses";
    private static final String HIDE = "hide_content";

    /// The key of the webhook is sent nowhere.
    private static final String NOWHERE = "";

    private final Metadata metadata;
    private final PushSecrets secrets;

    public PushSettings(Config config, Metadata metadata) {
        this(config.home().data(), metadata);
    }

    PushSettings(Path folder, Metadata metadata) {
        this.metadata = metadata;
        this.secrets = new PushSecrets(folder.resolve("push-secrets.json"));
    }

    public Section section() {
        return new Section(
                NAME,
                List.of(
                        journaled(
                                NTFY_URL,
                                new Kind.Text(
                                        it -> PushRelays.ntfy(it, null).isPresent(),
                                        "the address of a topic, such as https://ntfy.sh/a-name-that-nobody-guesses,"
                                                + " without name, password, ? and #, or null"),
                                NullNode.getInstance()),
                        secret(NTFY_TOKEN, this::ntfyPlace, PushSettings::ntfyFor),
                        journaled(
                                WEBHOOK_URL,
                                new Kind.Text(
                                        it -> PushRelays.webhook(it).isPresent(),
                                        "an address that begins with http:// or https:// and names a host, without"
                                                + " name, password and #, or null"),
                                NullNode.getInstance()),
                        secret(WEBHOOK_KEY, () -> Optional.of(NOWHERE), (_, _) -> Optional.empty()),
                        journaled(WEBHOOK_NEWS, new Kind.Flag(), BooleanNode.FALSE),
                        journaled(PRIVATE, new Kind.Flag(), BooleanNode.FALSE),
                        journaled(HIDE, new Kind.Flag(), BooleanNode.TRUE)));
    }

    private static Setting journaled(String name, Kind kind, JsonNode otherwise) {
        return new Setting.Journaled(name, kind, () -> otherwise);
    }

    /// Where a secret would go now; empty where nowhere is set.
    @FunctionalInterface
    private interface Destination {
        Optional<String> now();
    }

    private Setting secret(String name, Destination destination, Setting.Fit fit) {
        var kind = new Kind.Text(
                PushSecrets::isFit,
                "a text of at most " + PushSecrets.LONGEST + " letters, digits and signs without blanks, or null");
        return new Setting.Kept(
                name,
                kind,
                true,
                () -> TextNode.valueOf(
                        destination.now().flatMap(it -> secrets.find(name, it)).isPresent() ? "set" : "unset"),
                fit,
                value -> keep(name, destination, value));
    }

    private void keep(String name, Destination destination, JsonNode value) throws IOException {
        var place = destination.now();
        if (value.isNull() || place.isEmpty()) {
            secrets.forget(name);
        } else {
            secrets.keep(name, place.get(), value.asText());
        }
    }

    private static Optional<String> ntfyFor(JsonNode token, JsonNode after) {
        return token.isNull()
                        || PushRelays.ntfy(after.path(NTFY_URL).asText(), null).isPresent()
                ? Optional.empty()
                : Optional.of("A token belongs to a server: enter the address of the topic first.");
    }

    private Optional<Ntfy> ntfy(@Nullable String token) {
        var url = metadata.organisation().setting(NAME + "." + NTFY_URL);
        return url.isTextual() ? PushRelays.ntfy(url.asText(), token) : Optional.empty();
    }

    private Optional<String> ntfyPlace() {
        return ntfy(null).map(it -> it.server().toString());
    }

    /// The places that are told now.
    public PushRelays now() {
        var organisation = metadata.organisation();
        var token = ntfyPlace().flatMap(it -> secrets.find(NTFY_TOKEN, it)).orElse(null);
        var url = organisation.setting(NAME + "." + WEBHOOK_URL);
        var webhook = (url.isTextual() ? PushRelays.webhook(url.asText()) : Optional.<URI>empty())
                .map(it -> new Webhook(it, secrets.find(WEBHOOK_KEY, NOWHERE).orElse(null)))
                .orElse(null);
        return new PushRelays(
                ntfy(token).orElse(null), webhook, isOn(HIDE, true), isOn(PRIVATE, false), isOn(WEBHOOK_NEWS, false));
    }

    private boolean isOn(String name, boolean otherwise) {
        var flag = metadata.organisation().setting(NAME + "." + name);
        return flag.isBoolean() ? flag.asBoolean() : otherwise;
    }
}
