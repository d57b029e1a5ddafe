package dev.svc.server.engine.antigravity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AntigravityProviderTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";

    @TempDir
    Path home;

    @Test
    void it_resumes_by_id_and_asks_unless_it_is_told_not_to() {
        var agy = agy(null, Map.of());

        assertThat(agy.launchArgv(ID, home, false).argv()).containsExactly("agy", "--conversation", ID);
        assertThat(agy.launchArgv(ID, home, true).argv())
                .containsExactly("agy", "--conversation", ID, "--dangerously-skip-permissions");
        assertThat(agy.newLaunchArgv("new-1", home, false).argv()).containsExactly("agy");
        assertThat(agy.newLaunchArgv("new-1", home, true).argv())
                .containsExactly("agy", "--dangerously-skip-permissions");
    }

    @Test
    void it_never_resumes_without_a_whole_id() {
        for (var id : List.of("", ID + "\n", "--continue", "new-" + ID)) {
            assertThatThrownBy(() -> agy(null, Map.of()).launchArgv(id, home, false))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void its_store_is_svcs_choice_or_the_programs_own() {
        var moved = Map.of("ANTIGRAVITY_CLI_HOME", "/data/agy");

        assertThat(agy(null, Map.of()).store().location()).isEqualTo(home.resolve(".gemini/antigravity-cli"));
        assertThat(agy(null, moved).store().location()).isEqualTo(Path.of("/data/agy"));
        assertThat(agy(Path.of("/srv/agy"), moved).store().location()).isEqualTo(Path.of("/srv/agy"));
    }

    @Test
    void it_is_present_as_soon_as_there_is_a_store() throws Exception {
        var agy = agy(null, Map.of());
        assertThat(agy.isPresent()).isFalse();

        Files.createDirectories(home.resolve(".gemini/antigravity-cli"));

        assertThat(agy.isPresent()).isTrue();
    }

    @Test
    void a_new_conversation_is_recognised_also_when_its_folder_was_reached_by_a_link() throws Exception {
        Path real = Files.createDirectories(home.resolve("code/shop")).toRealPath();
        Path link = Files.createSymbolicLink(home.resolve("shop"), real);
        var agy = agy(null, Map.of());
        var before = agy.snapshotSessionIds(link);

        new AgyStoreBuilder(home.resolve(".gemini/antigravity-cli")).conversation(ID, "file://" + real);

        assertThat(agy.supportsNew()).isTrue();
        assertThat(agy.newSessionReconciles()).isTrue();
        assertThat(agy.reconcileNewSession(link, before)).containsExactly(ID);
    }

    private AntigravityProvider agy(@Nullable Path store, Map<String, String> environment) {
        return new AntigravityProvider(
                new EngineSettings(home, List.of(), home.resolve("no-such-program"), store, environment));
    }
}
