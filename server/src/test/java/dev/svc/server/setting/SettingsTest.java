package dev.svc.server.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.MetadataEvent.SettingsChanged;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final Actor ADMIN = Actor.admin("login-1", "127.0.0.1");

    private final MemoryJournal journal = new MemoryJournal();
    private final Metadata metadata = new Metadata(journal, CLOCK);
    private final AtomicLong variable = new AtomicLong(7);
    private final AtomicReference<JsonNode> secret = new AtomicReference<>(NullNode.getInstance());
    private final Settings settings = new Settings(
            metadata,
            CLOCK,
            List.of(new Section(
                    "fence",
                    List.of(
                            new Setting.Journaled(
                                    "height", new Kind.Whole(1, 10), () -> LongNode.valueOf(variable.get())),
                            new Setting.Kept(
                                    "key",
                                    new Kind.Text(it -> it.length() < 9, "a short text"),
                                    true,
                                    this::shown,
                                    (key, after) -> key.asText().length()
                                                    <= after.path("height").asInt()
                                            ? Optional.empty()
                                            : Optional.of("The fence is too low for this key."),
                                    secret::set)))));

    private JsonNode shown() {
        return TextNode.valueOf(secret.get().isNull() ? "unset" : "set");
    }

    @AfterEach
    void close() {
        metadata.close();
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(text);
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(broken);
        }
    }

    private void change(String patch) {
        settings.change(json(patch), ADMIN);
    }

    @Test
    void what_nobody_set_is_what_the_variable_says() {
        assertThat(settings.value("fence", "height").asLong()).isEqualTo(7);
        variable.set(8);
        assertThat(settings.value("fence", "height").asLong()).isEqualTo(8);
    }

    @Test
    void what_was_set_holds_over_the_variable_until_it_is_taken_away() {
        change("{\"fence\":{\"height\":2}}");
        assertThat(settings.value("fence", "height").asLong()).isEqualTo(2);
        change("{\"fence\":{\"height\":null}}");
        assertThat(settings.value("fence", "height").asLong()).isEqualTo(7);
    }

    @Test
    void a_change_is_one_event_with_what_was_before() {
        change("{\"fence\":{\"height\":2}}");
        change("{\"fence\":{\"height\":3}}");
        journal.read(1, link -> {
            assertThat(link.entry().event())
                    .isEqualTo(new SettingsChanged(
                            json("{\"fence\":{\"height\":3}}"), json("{\"fence\":{\"height\":2}}")));
            return true;
        });
        assertThat(journal.head().seq()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"fence\":{}}", "{\"fence\":{\"height\":null}}"})
    void a_change_that_changes_nothing_appends_nothing(String patch) {
        change(patch);
        assertThat(journal.head().seq()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"gate":{}}                          | gate         | false | There is no setting gate.
            {"fence":{"width":1}}                | fence.width  | false | There is no setting fence.width.
            {"fence":{"height":0}}               | fence.height | false | fence.height takes a whole number from 1 to 10.
            {"fence":{"height":99999999999999999999}} | fence.height | false | fence.height takes a whole number from 1 to 10.
            {"fence":{"height":"2"}}             | fence.height | true  | fence.height takes a whole number from 1 to 10.
            {"fence":{"height":2.5}}             | fence.height | true  | fence.height takes a whole number from 1 to 10.
            {"fence":2}                          | fence        | true  | fence takes an object.
            {"fence":null}                       | fence        | true  | fence takes an object.
            {"fence":{"height":2,"key":"much too long"}} | fence.key | false | fence.key takes a short text.
            """)
    void what_cannot_be_is_refused_as_a_whole(String patch, String field, boolean wrongType, String sentence) {
        assertThatThrownBy(() -> change(patch))
                .isInstanceOfSatisfying(UnfitSettingException.class, unfit -> {
                    assertThat(unfit.field()).isEqualTo(field);
                    assertThat(unfit.isOfWrongType()).isEqualTo(wrongType);
                })
                .hasMessage(sentence);
        assertThat(journal.head().seq()).isZero();
    }

    @Test
    void a_secret_is_told_to_nobody_and_the_journal_learns_only_when_it_changed() {
        change("{\"fence\":{\"key\":\"hush\"}}");
        assertThat(secret.get().asText()).isEqualTo("hush");
        assertThat(settings.view()).hasToString("{\"fence\":{\"height\":7,\"key\":\"set\"}}");
        assertThat(metadata.organisation().settings())
                .isEqualTo(json("{\"fence\":{\"key_changed_at\":\"2026-01-01T00:00:00Z\"}}"));
        change("{\"fence\":{\"key\":null}}");
        assertThat(settings.value("fence", "key").asText()).isEqualTo("unset");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"fence":{"height":2,"key":"hush"}}
            {"fence":{"key":"hush","height":2}}
            """)
    void a_secret_that_does_not_go_with_the_rest_of_its_change_leaves_all_as_it_was(String patch) {
        assertThatThrownBy(() -> change(patch))
                .isInstanceOfSatisfying(
                        UnfitSettingException.class,
                        unfit -> assertThat(unfit.field()).isEqualTo("fence.key"))
                .hasMessage("The fence is too low for this key.");
        assertThat(journal.head().seq()).isZero();
        assertThat(secret.get().isNull()).isTrue();
    }

    @Test
    void a_secret_is_judged_by_what_holds_after_its_change() {
        change("{\"fence\":{\"height\":2}}");
        change("{\"fence\":{\"key\":\"hush\",\"height\":null}}"); // back to the variable's seven
        assertThat(secret.get().asText()).isEqualTo("hush");
    }

    @Test
    void what_somebody_else_changed_is_noted_with_who_it_was() {
        settings.changedElsewhere("fence", "key", Actor.TRAY);
        var actors = new ArrayList<Actor>();
        journal.read(0, link -> actors.add(link.entry().actor()));
        assertThat(actors).containsExactly(Actor.TRAY);
        assertThat(metadata.organisation().settings())
                .isEqualTo(json("{\"fence\":{\"key_changed_at\":\"2026-01-01T00:00:00Z\"}}"));
    }

    @Test
    void a_sidecar_edited_by_hand_brings_in_nothing_that_could_not_be_set() {
        metadata.changeSettings(json("{\"fence\":{\"height\":99}}"), ADMIN);
        assertThat(settings.value("fence", "height").asLong()).isEqualTo(7);
    }

    @Test
    void what_its_keeper_cannot_store_is_refused_with_a_way_out() {
        var full = new Settings(
                metadata,
                CLOCK,
                List.of(new Section(
                        "fence", List.of(new Setting.Kept("key", new Kind.Flag(), false, NullNode::getInstance, _ -> {
                            throw new IOException("no space");
                        })))));
        assertThatThrownBy(() -> full.change(json("{\"fence\":{\"key\":true}}"), ADMIN))
                .isInstanceOf(NotKeptException.class)
                .hasMessageContaining("make room on the disk");
    }
}
