package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeminiProviderTest {
    private static final String ID = "6738aeb0-1aae-43d7-b4ce-7151b1d33273";

    @TempDir
    Path home;

    @Test
    void the_store_is_where_the_program_would_put_it() {
        assertThat(provider(null, Map.of()).store().location()).isEqualTo(home.resolve(".gemini/tmp"));
        assertThat(provider(null, Map.of("GEMINI_CLI_HOME", "/g")).store().location())
                .isEqualTo(Path.of("/g/.gemini/tmp"));
        assertThat(provider(Path.of("/chosen/.gemini/tmp"), Map.of()).store().location())
                .isEqualTo(Path.of("/chosen/.gemini/tmp"));
    }

    @Test
    void sessions_are_resumed_and_started_under_the_id_given() {
        var provider = provider(null, Map.of());
        assertThat(provider.launchArgv(ID, home, false).argv()).containsExactly("gemini", "--resume", ID);
        assertThat(provider.launchArgv(ID, home, true).argv())
                .containsExactly("gemini", "--resume", ID, "--yolo", "--skip-trust");
        assertThat(provider.newLaunchArgv("shop-review-7", home, false).argv())
                .containsExactly("gemini", "--session-id", "shop-review-7");
        assertThat(provider.newSessionReconciles()).isFalse();
    }

    @Test
    void what_is_no_id_is_never_started() {
        for (String bad : List.of("", "-r", "--yolo", "a/b", "..", "a b", "x".repeat(201))) {
            assertThatThrownBy(() -> provider(null, Map.of()).launchArgv(bad, home, false))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_store_chosen_for_svc_is_handed_on_as_the_home_it_lies_in() {
        assertThat(provider(Path.of("/chosen/.gemini/tmp"), Map.of())
                        .launchArgv(ID, home, false)
                        .environment())
                .containsEntry("GEMINI_CLI_HOME", "/chosen");
        assertThat(provider(Path.of("/chosen/tmp"), Map.of())
                        .launchArgv(ID, home, false)
                        .environment())
                .doesNotContainKey("GEMINI_CLI_HOME");
    }

    private GeminiProvider provider(@Nullable Path chosen, Map<String, String> environment) {
        var settings = new EngineSettings(home, List.of(), Path.of("/nowhere/gemini"), chosen, environment);
        return new GeminiProvider(settings, home.resolve("own"), Set::of);
    }
}
