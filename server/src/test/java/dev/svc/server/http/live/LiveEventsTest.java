package dev.svc.server.http.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.session.SessionId;
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

    @Test
    void a_mark_on_one_session_among_the_settings_is_news_of_that_session() throws Exception {
        var id = "engine_1:00000000-0000-4000-8000-000000000001";
        assertThat(changed("{\"ai_review\": {\"left_out\": {\"%s\": true}}}".formatted(id)))
                .contains(LiveEvent.ofSession(SessionId.find(id).orElseThrow(), 7L));
    }

    @Test
    void any_other_change_of_settings_may_concern_every_session() throws Exception {
        var event = new LiveEvent("settings", 7L, Map.of("of", "settings"), null);
        var two = "{\"ai_review\": {\"seen\": {\"engine_1:%s\": null, \"engine_1:%s\": null}}}"
                .formatted("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002");
        assertThat(changed(two)).contains(event);
        assertThat(changed("{\"ai_review\": {\"enabled\": true}}")).contains(event);
        assertThat(changed("{}")).contains(event);
    }

    private static Optional<LiveEvent> changed(String patch) throws Exception {
        var json = new ObjectMapper();
        var event = new MetadataEvent.SettingsChanged(json.readValue(patch, ObjectNode.class), json.createObjectNode());
        return heard(event);
    }

    private static Optional<LiveEvent> heard(Kind kind) {
        return heard(new MetadataEvent.Security(SecurityEvent.of(kind)));
    }

    private static Optional<LiveEvent> heard(MetadataEvent event) {
        return LiveEvents.of(new Entry(7, new UUID(0, 7), Instant.EPOCH, Actor.SYSTEM, null, null, event));
    }
}
