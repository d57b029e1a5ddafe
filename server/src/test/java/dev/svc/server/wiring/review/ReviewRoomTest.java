package dev.svc.server.wiring.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.review.Keys;
import dev.svc.server.review.ModelEndpoint;
import dev.svc.server.review.model.Endpoint;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewRoomTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final String OF_A_VARIABLE = "marigold-fieldwork";
    private static final String OF_THE_ENDPOINT = "kestrel-and-heather";
    private static final String ELSEWHERE = "http://127.0.0.1:1/v1";

    @TempDir
    private Path folder;

    private final Metadata metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
    private final Map<String, String> environment = new HashMap<>();
    private ModelEndpoint endpoint;
    private Catalog catalog;
    private LiveEvents events;
    private Keys keys;

    @BeforeEach
    void a_session_and_an_endpoint() throws Exception {
        environment.put("SVC_HOME", folder.resolve("svc").toString());
        environment.put("SVC_METRICS_TOKEN", OF_A_VARIABLE);
        Files.createDirectories(config().home().data());
        endpoint =
                ModelEndpoint.saying("{\"summary\": \"Asks.\", \"needs_you\": true, \"reason\": \"May it commit?\"}");
        keys = new Keys(folder.resolve("ai-review.key"));
        Path store = Files.createDirectories(folder.resolve("store"));
        Files.writeString(
                store.resolve("one.jsonl"),
                "{\"text\":\"hello\",\"cwd\":\"/home/alex/shop\",\"at\":\"2026-11-21T10:00:00Z\"}\n");
        catalog = new Catalog(
                new Engines(List.of(new FakeEngine(EngineKey.CODEX, store))),
                metadata::organisation,
                List::of,
                Catalog.Settings.once(new Cache(folder.resolve("cache"), "test")));
        catalog.start();
        assertThat(catalog.awaitRead(Waiting.PATIENCE)).isTrue();
        events = new LiveEvents(metadata, catalog);
    }

    @AfterEach
    void close() {
        events.close();
        catalog.close();
        metadata.close();
        endpoint.close();
    }

    private Config config() {
        return Config.load(new Platform(Platform.Family.LINUX, folder, environment), null);
    }

    private ReviewRoom open() {
        var settings = new ReviewSettings(config(), metadata, keys);
        var texts = new Reviewing.Texts(
                (_, _) -> "it said " + OF_A_VARIABLE + " and " + OF_THE_ENDPOINT + " and goodbye", _ -> "");
        return ReviewRoom.open(
                config(), keys, new Reviewing(metadata, catalog, events, settings::now, texts, (_, _) -> {}), metadata);
    }

    private void set(boolean enabled, String address) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("ai_review")
                .put("enabled", enabled)
                .put("base_url", address)
                .put("model", "small");
        var _ = metadata.changeSettings(patch, Actor.CLI);
    }

    private void keepKey(String address) throws IOException {
        keys.keep(Endpoint.find(address).orElseThrow(), OF_THE_ENDPOINT);
    }

    private boolean hasKey(String address) {
        return keys.find(Endpoint.find(address).orElseThrow()).isPresent();
    }

    @Test
    void what_is_turned_on_in_the_settings_begins_at_once_and_is_shown_in_the_rows() {
        try (var room = open()) {
            set(true, endpoint.baseUrl());
            Waiting.until(() -> room.reviews().find(ONE).isPresent());
            var shown = room.view().of(catalog.find(ONE).orElseThrow());
            assertThat(shown)
                    .isNotNull()
                    .satisfies(it -> assertThat(it.reason()).isEqualTo("May it commit?"));
        }
    }

    @Test
    void what_was_said_of_sessions_is_kept_in_the_home() {
        set(true, endpoint.baseUrl());
        try (var room = open()) {
            Waiting.until(() -> room.reviews().find(ONE).isPresent());
        }
        set(false, endpoint.baseUrl());
        assertThat(config().home().data().resolve("reviews.json")).exists();
        try (var room = open()) {
            assertThat(room.reviews().find(ONE)).isPresent();
        }
    }

    @Test
    void no_secret_of_the_service_reaches_the_endpoint() throws Exception {
        set(true, endpoint.baseUrl());
        keepKey(endpoint.baseUrl());
        try (var room = open()) {
            Waiting.until(() -> room.reviews().find(ONE).isPresent());
        }
        assertThat(endpoint.received())
                .singleElement()
                .satisfies(it -> assertThat(it.body())
                        .contains("it said [masked] and [masked] and goodbye")
                        .doesNotContain(OF_A_VARIABLE, OF_THE_ENDPOINT));
    }

    @Test
    void the_variable_alone_says_whether_anything_begins_by_itself() {
        try (var room = open()) {
            assertThat(room.reviews().isArmed()).isTrue();
        }
        environment.put("SVC_AI_REVIEW_LOOP", "0");
        try (var room = open()) {
            assertThat(room.reviews().isArmed()).isFalse();
        }
    }

    @Test
    void the_key_of_another_endpoint_is_deleted_when_the_settings_change_and_not_before() throws Exception {
        set(false, endpoint.baseUrl());
        try (var _ = open()) {
            keepKey(ELSEWHERE);
            metadata.favourite(ONE, Actor.CLI);
            assertThat(hasKey(ELSEWHERE)).isTrue();
            set(false, endpoint.baseUrl() + "/other");
            assertThat(hasKey(ELSEWHERE)).isFalse();
        }
    }

    @Test
    void a_closed_room_hears_of_no_settings() throws Exception {
        set(false, endpoint.baseUrl());
        try (var _ = open()) {
            keepKey(endpoint.baseUrl());
        }
        set(false, ELSEWHERE);
        assertThat(hasKey(endpoint.baseUrl())).isTrue();
    }
}
