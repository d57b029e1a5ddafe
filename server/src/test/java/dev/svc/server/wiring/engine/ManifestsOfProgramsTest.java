package dev.svc.server.wiring.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Manifest;
import dev.svc.server.session.EngineKey;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.VariableTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsOfProgramsTest {
    private static Stream<EngineProvider> programs() {
        var config = Config.load(new Platform(Platform.Family.LINUX, Path.of("/nowhere"), Map.of()), null);
        return ConfiguredEngines.of(config, Set::of).all().stream();
    }

    private static Stream<EngineProvider> agents() {
        return programs().filter(EngineProvider::isAgent);
    }

    private static Manifest manifest(String alias, String prefix, String icon, String color) {
        return new Manifest(
                EngineKey.of(8),
                alias,
                "Eight",
                Pattern.compile("[a-z]+"),
                true,
                new Manifest.Command("eight", List.of(), ""),
                new Manifest.Variables("SVC_ENGINE8_BIN", "SVC_ENGINE8_DIR", "~/.eight"),
                new Manifest.Arguments(List.of("{id}"), List.of(), List.of(), List.of(), true),
                new Manifest.Environment(List.of(prefix), List.of()),
                new Manifest.Look(new Manifest.Colors(color, color, color), icon));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void the_variables_of_each_program_are_in_the_table(EngineProvider program) {
        var variables = program.manifest().variables();
        assertThat(VariableTable.markdown(ConfiguredEngines.variables()))
                .contains("| `" + variables.binary() + "` |", "| `" + variables.store() + "` |");
    }

    @ParameterizedTest
    @MethodSource("agents")
    void each_program_has_rules_for_its_screen_and_words_that_resume_a_session(EngineProvider program) {
        assertThat(program.screen().rules()).isNotEmpty();
        assertThat(program.manifest().arguments().resume()).contains("{id}", "{bypass}");
        assertThat(program.manifest().arguments().fresh()).contains("{bypass}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Eight", "engine_8", "a b", "a:b"})
    void an_alias_is_a_word_that_no_key_is(String alias) {
        assertThatThrownBy(() -> manifest(alias, "EIGHT_", "M2 8h12", "#000000"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SVC_", "S", "eight_"})
    void a_prefix_never_takes_in_variables_of_svc(String prefix) {
        assertThatThrownBy(() -> manifest("eight", prefix, "M2 8h12", "#000000"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "EIGHT_", "NINE_SESSION", "eight_session"})
    void what_a_session_sets_is_a_variable_of_its_program(String name) {
        assertThatThrownBy(() -> new Manifest.Environment(List.of("EIGHT_"), List.of(name)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_the_page_draws_is_a_path_and_colors_and_nothing_else() {
        assertThatThrownBy(() -> manifest("eight", "EIGHT_", "\"/><script>", "#000000"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> manifest("eight", "EIGHT_", "M2 8h12", "red; background: url(x)"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void no_two_programs_look_alike() {
        var looks = programs().map(program -> program.manifest().look()).toList();
        assertThat(looks).extracting(Manifest.Look::icon).doesNotHaveDuplicates();
        for (var theme : List.<Function<Manifest.Colors, String>>of(
                Manifest.Colors::light, Manifest.Colors::dark, Manifest.Colors::contrast)) {
            var colors = looks.stream().map(Manifest.Look::colors).map(theme).toList();
            for (int i = 0; i < colors.size(); i++) {
                for (int j = 0; j < i; j++) {
                    assertThat(distance(colors.get(i), colors.get(j)))
                            .as(colors.get(i) + " beside " + colors.get(j))
                            .isGreaterThan(24);
                }
            }
        }
    }

    private static double distance(String color, String other) {
        int one = Integer.parseInt(color.substring(1), 16);
        int two = Integer.parseInt(other.substring(1), 16);
        return Math.sqrt(square(one >> 16, two >> 16) + square(one >> 8, two >> 8) + square(one, two));
    }

    private static double square(int channel, int other) {
        return Math.pow((channel & 0xff) - (other & 0xff), 2);
    }

    @Test
    void one_program_has_one_provider_of_its_alias() {
        var all = Stream.concat(programs(), programs()).toList();
        assertThatThrownBy(() -> new Engines(all)).isInstanceOf(IllegalArgumentException.class);
    }
}
