package dev.svc.server.metadata;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Patch;
import java.util.Locale;
import java.util.Set;

/// What may be done to settings and preferences. Secrets are refused: what is journaled is kept for good and shown to
/// people.
final class ConfigurationDecisions {
    private static final Set<String> SECRET_WORDS = Set.of("api_key", "password", "secret", "token", "cookie");

    private ConfigurationDecisions() {}

    static Decision settings(ObjectNode patch) {
        requireNoSecret(patch);
        return now -> {
            var present = now.settings();
            var less = Patch.reduced(present, patch);
            return less.isEmpty()
                    ? Decision.nothing()
                    : Decision.one(new SettingsChanged(less, Patch.inverse(present, less)));
        };
    }

    static Decision prefs(ObjectNode patch) {
        requireNoSecret(patch);
        return now -> {
            var present = now.prefs();
            var less = Patch.reduced(present, patch);
            return less.isEmpty()
                    ? Decision.nothing()
                    : Decision.one(new PrefsChanged(less, Patch.inverse(present, less)));
        };
    }

    private static void requireNoSecret(ObjectNode patch) {
        patch.properties().forEach(change -> {
            if (SECRET_WORDS.contains(change.getKey().toLowerCase(Locale.ROOT))) {
                throw new InvalidChangeException(change.getKey() + " is a secret and is not kept with the settings");
            }
            if (change.getValue() instanceof ObjectNode below) {
                requireNoSecret(below);
            }
        });
    }
}
