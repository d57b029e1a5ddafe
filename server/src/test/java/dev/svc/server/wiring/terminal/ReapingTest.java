package dev.svc.server.wiring.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.NoProvider;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.setting.Settings;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReapingTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");

    private final Metadata metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
    private final Config config = Config.load(
            new Platform(
                    Platform.Family.LINUX,
                    Path.of("/nowhere"),
                    Map.of("SVC_SESSION_TTL", "60", "SVC_REAP_EXEMPT", "sticky,codex:one")),
            null);
    private final Engines engines = new Engines(List.of(new NoProvider()));
    private final Settings settings =
            new Settings(metadata, Clock.systemUTC(), List.of(Reaping.section(config, engines)));
    private final Reaping reaping = new Reaping(settings, metadata, engines);

    @AfterEach
    void close() {
        metadata.close();
    }

    private void set(String patch) throws IOException {
        settings.change((ObjectNode) new ObjectMapper().readTree(patch), Actor.SYSTEM);
    }

    @Test
    void variables_hold_until_a_setting_says_otherwise() throws Exception {
        assertThat(reaping.now().idle()).isEqualTo(Duration.ofMinutes(1));
        set("{\"reaper\":{\"session_ttl\":120,\"dry_run\":true}}");
        assertThat(reaping.now().idle()).isEqualTo(Duration.ofMinutes(2));
        assertThat(reaping.now().dryRun()).isTrue();
    }

    @Test
    void a_session_is_spared_by_an_alias_of_its_program() {
        assertThat(reaping.isExempt(ONE)).isTrue();
        assertThat(reaping.isExempt(TWO)).isFalse();
    }

    @Test
    void a_session_is_spared_by_the_id_that_it_had_first() throws Exception {
        var placeholder = new SessionId(EngineKey.CODEX, "new-1");
        set("{\"reaper\":{\"exempt\":[\"" + placeholder + "\"]}}");
        metadata.adopt(placeholder, TWO, Actor.SYSTEM);
        assertThat(reaping.isExempt(TWO)).isTrue();
    }

    @Test
    void favourites_and_the_sessions_of_a_project_are_spared_where_the_settings_say_so() throws Exception {
        var project = metadata.createProject("Shop", null, List.of(), Actor.SYSTEM);
        metadata.favourite(ONE, Actor.SYSTEM);
        metadata.assign(TWO, project.id(), Actor.SYSTEM);
        set("{\"reaper\":{\"exempt\":[\"" + project.id() + "\"]}}");
        assertThat(reaping.isExempt(ONE)).isFalse();
        assertThat(reaping.isExempt(TWO)).isTrue();
        set("{\"reaper\":{\"exempt\":[\"sticky\"]}}");
        assertThat(reaping.isExempt(ONE)).isTrue();
        assertThat(reaping.isExempt(TWO)).isFalse();
    }
}
