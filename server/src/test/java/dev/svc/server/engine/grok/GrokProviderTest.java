package dev.svc.server.engine.grok;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrokProviderTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-00000000000a";

    @TempDir
    Path home;

    private GrokProvider grok;

    @BeforeEach
    void aHomeWithoutGrok() {
        grok = new GrokProvider(StoreFixture.settings(home));
    }

    @Test
    void it_resumes_by_id_and_asks_unless_it_is_told_not_to() {
        assertThat(grok.launchArgv(ID, home, false).argv()).containsExactly("grok", "--resume", ID);
        assertThat(grok.launchArgv(ID, home, true).argv()).containsExactly("grok", "--resume", ID, "--always-approve");
    }

    @Test
    void it_starts_anew_under_the_id_that_it_is_given() {
        assertThat(grok.newSessionReconciles()).isFalse();
        assertThat(grok.newLaunchArgv(ID, home, false).argv()).containsExactly("grok", "--session-id", ID);
        assertThat(grok.newLaunchArgv(ID, home, true, "models").argv())
                .containsExactly("grok", "--session-id", ID, "--always-approve", "--", "models");
    }

    @Test
    void without_a_whole_id_nothing_is_resumed_and_nothing_begun() {
        for (var id : List.of("", " ", ID + "\n", "--always-approve", ID.toUpperCase(Locale.ROOT), "../" + ID)) {
            assertThatThrownBy(() -> grok.launchArgv(id, home, false)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> grok.newLaunchArgv(id, home, false)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void it_is_found_where_its_own_installer_puts_it() throws IOException {
        assertThat(grok.isPresent()).isFalse();
        grok = new GrokProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
        var binary = Files.createDirectories(home.resolve(".grok/bin")).resolve("grok");
        assertThat(Files.createFile(binary).toFile().setExecutable(true)).isTrue();
        assertThat(grok.binary()).contains(binary);
    }

    @Test
    void a_store_can_be_moved_by_svc_or_by_the_program_and_the_program_follows() {
        var fixture = new StoreFixture(home, NullNode.getInstance());
        var moved = new GrokProvider(fixture.settings(null, Map.of("GROK_HOME", "/data/grok")));
        var overridden = new GrokProvider(fixture.settings(Path.of("/srv/grok"), Map.of("GROK_HOME", "/data/grok")));
        assertThat(moved.store().location()).isEqualTo(Path.of("/data/grok"));
        assertThat(moved.newLaunchArgv(ID, home, false).environment()).isEmpty();
        assertThat(overridden.store().location()).isEqualTo(Path.of("/srv/grok"));
        assertThat(overridden.newLaunchArgv(ID, home, false).environment())
                .containsExactly(Map.entry("GROK_HOME", "/srv/grok"));
    }
}
