package dev.svc.server.wiring.review;

import dev.svc.server.catalog.SessionView;
import dev.svc.server.metadata.Change;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.MetadataEvent.SettingsChanged;
import dev.svc.server.review.Keys;
import dev.svc.server.review.Reviews;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Kind;
import dev.svc.shared.config.Variable;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/// The review with what it needs from other rooms.
public record ReviewRoom(Reviews reviews, Reviewing around, Metadata.Subscription listening) implements AutoCloseable {

    public static ReviewRoom open(Config config, Keys keys, Reviewing around, Metadata metadata) {
        var options = new Reviews.Options(
                config.home().data().resolve("reviews.json"),
                !config.text(Variable.AI_REVIEW_LOOP).equals("0"),
                Duration.ofSeconds(config.number(Variable.AI_REVIEW_TIMEOUT)),
                secrets(config, keys, around),
                Clock.systemUTC());
        var reviews = new Reviews(options, keys, around);
        var listening = metadata.subscribe(change -> {
            if (isOfSettings(change)) {
                reviews.settingsChanged();
            }
        });
        reviews.start();
        return new ReviewRoom(reviews, around, listening);
    }

    private static boolean isOfSettings(Change change) {
        return change.entries().stream().anyMatch(entry -> entry.event() instanceof SettingsChanged);
    }

    /// The secrets that this service must not let out: those among its variables, and the endpoint's key.
    public static Supplier<Collection<String>> secrets(Config config, Keys keys, Reviewing around) {
        var ofVariables = Arrays.stream(Variable.values())
                .filter(variable -> variable.kind() == Kind.Plain.SECRET)
                .flatMap(variable -> config.find(variable).stream())
                .toList();
        return () -> {
            var all = new ArrayList<>(ofVariables);
            Optional.ofNullable(around.setup().endpoint()).flatMap(keys::find).ifPresent(all::add);
            return all;
        };
    }

    public SessionView.Beside view() {
        return around.view(reviews::find);
    }

    @Override
    public void close() {
        listening.close();
        reviews.close();
    }
}
