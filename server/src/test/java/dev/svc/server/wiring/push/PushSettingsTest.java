package dev.svc.server.wiring.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.push.PushRelays;
import dev.svc.server.setting.Settings;
import dev.svc.server.setting.UnfitSettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PushSettingsTest {
    @TempDir
    private Path folder;

    private final MemoryJournal journal = new MemoryJournal();
    private final Metadata metadata = new Metadata(journal, Clock.systemUTC());
    private PushSettings push = new PushSettings(Path.of(""), metadata);
    private Settings settings = new Settings(metadata, Clock.systemUTC(), List.of());

    @BeforeEach
    void begin() {
        push = new PushSettings(folder, metadata);
        settings = new Settings(metadata, Clock.systemUTC(), List.of(push.section()));
    }

    @AfterEach
    void end() {
        metadata.close();
    }

    private void set(String keys) throws Exception {
        settings.change((ObjectNode) new ObjectMapper().readTree("{\"push\":" + keys + "}"), Actor.CLI);
    }

    private String shown(String key) {
        return settings.value("push", key).asText();
    }

    @Test
    void nobody_beside_browsers_is_told_until_somebody_says_so_and_then_nothing_of_the_content() throws Exception {
        assertThat(push.now()).isEqualTo(PushRelays.NONE);

        set("{\"ntfy_url\":\"https://ntfy.sh/topic\",\"webhook_url\":\"http://127.0.0.1:9/hook\"}");
        assertThat(push.now().ntfy()).isNotNull();
        assertThat(push.now().webhook()).isNotNull();
        assertThat(push.now().hideContent()).isTrue();

        set("{\"ntfy_url\":null,\"webhook_url\":null,\"hide_content\":false}");
        assertThat(push.now()).isEqualTo(new PushRelays(null, null, false, false, false));
    }

    @Test
    void neither_private_networks_nor_all_news_unless_somebody_says_so() throws Exception {
        assertThat(push.now().mayBePrivate()).isFalse();
        assertThat(push.now().allNews()).isFalse();

        set("{\"private_addresses\":true}");
        assertThat(push.now().mayBePrivate()).isTrue();
        assertThat(push.now().allNews()).isFalse();

        set("{\"private_addresses\":null,\"webhook_news\":true}");
        assertThat(push.now().mayBePrivate()).isFalse();
        assertThat(push.now().allNews()).isTrue();
    }

    @Test
    void secrets_are_shown_to_nobody_and_kept_for_their_owner_alone() throws Exception {
        set("{\"ntfy_url\":\"https://ntfy.sh/topic\",\"ntfy_token\":\"tk_1\",\"webhook_url\":\"https://example.org/\","
                + "\"webhook_key\":\"k_1\"}");

        assertThat(shown("ntfy_token")).isEqualTo("set");
        assertThat(shown("webhook_key")).isEqualTo("set");
        assertThat(Objects.requireNonNull(push.now().ntfy()).token()).isEqualTo("tk_1");
        assertThat(Objects.requireNonNull(push.now().webhook()).key()).isEqualTo("k_1");
        assertThat(metadata.organisation().setting("push").toString())
                .doesNotContain("tk_1")
                .doesNotContain("k_1");
        assertThat(push.now().toString()).doesNotContain("tk_1").doesNotContain("k_1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("push-secrets.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void a_token_is_sent_only_to_the_server_that_it_was_entered_for() throws Exception {
        set("{\"ntfy_url\":\"https://ntfy.sh/topic\",\"ntfy_token\":\"tk_1\"}");

        set("{\"ntfy_url\":\"https://ntfy.example.org/topic\"}");
        assertThat(Objects.requireNonNull(push.now().ntfy()).token()).isNull();
        assertThat(shown("ntfy_token")).isEqualTo("unset");
    }

    @Test
    void a_token_without_a_server_is_refused() {
        assertThatThrownBy(() -> set("{\"ntfy_token\":\"tk_1\"}"))
                .isInstanceOf(UnfitSettingException.class)
                .hasMessageContaining("enter the address");
    }

    @Test
    void a_secret_that_is_taken_away_is_gone() throws Exception {
        set("{\"webhook_key\":\"k_1\"}");
        set("{\"webhook_key\":null}");

        assertThat(shown("webhook_key")).isEqualTo("unset");
        assertThat(Files.readString(folder.resolve("push-secrets.json"))).doesNotContain("k_1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"ntfy_url\":\"https://ntfy.sh\"}",
                "{\"ntfy_url\":\"https://ntfy.sh/\"}",
                "{\"ntfy_url\":\"https://ntfy.sh/a?b\"}",
                "{\"ntfy_url\":\"https://ada:secret@ntfy.sh/a\"}",
                "{\"ntfy_url\":\"ftp://ntfy.sh/a\"}",
                "{\"ntfy_url\":\"\"}",
                "{\"webhook_url\":\"https://ada:secret@example.org/\"}",
                "{\"webhook_url\":\"file:///etc/passwd\"}",
                "{\"webhook_url\":\"http:///nowhere\"}",
                "{\"webhook_key\":\"with blanks\"}",
                "{\"webhook_key\":\"\"}",
            })
    void what_is_no_such_address_or_secret_is_refused(String keys) {
        assertThatThrownBy(() -> set(keys)).isInstanceOf(UnfitSettingException.class);
    }
}
