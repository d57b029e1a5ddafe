package dev.svc.server.http.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LiveEventsTest {
    @Test
    void an_open_page_hears_that_codes_are_guessed_and_that_the_password_is_another_one() {
        var event = Optional.of(new LiveEvent("settings", 7L, Map.of("of", "account"), null));
        assertThat(heard(Kind.CODES_GUESSED)).isEqualTo(event);
        assertThat(heard(Kind.PASSWORD_CHANGED)).isEqualTo(event);
    }

    @Test
    void other_security_events_concern_no_open_page() {
        assertThat(heard(Kind.LOGIN_FAILED)).isEmpty();
        assertThat(heard(Kind.LOGGED_IN)).isEmpty();
    }

    private static Optional<LiveEvent> heard(Kind kind) {
        var event = new MetadataEvent.Security(SecurityEvent.of(kind));
        return LiveEvents.of(new Entry(7, new UUID(0, 7), Instant.EPOCH, Actor.SYSTEM, null, null, event));
    }
}
