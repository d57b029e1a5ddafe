package dev.svc.server.wiring.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineProvider;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What each program was seen to accept, with a prompt that begins like an option.
class FirstPromptsOfProgramsTest {
    private static final String ID = "0b5e8c1e-6f9d-4b7f-9d8c-0a1b2c3d4e5f";

    private static EngineProvider program(String alias) {
        var config = Config.load(new Platform(Platform.Family.LINUX, Path.of("/nowhere"), Map.of()), null);
        return ConfiguredEngines.of(config, Set::of).all().stream()
                .filter(it -> it.manifest().alias().equals(alias))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> argv(EngineProvider program, String prompt) {
        return program.newLaunchArgv(ID, Path.of("/work"), true, prompt).argv();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "claude | -- | \" --version\"",
                "codex | -- | --version",
                "opencode | --auto | --prompt=--version",
                "gemini | --skip-trust | --prompt-interactive=--version",
                "copilot | --allow-all | --interactive=--version",
                "kilo | --auto | --prompt=--version",
                "pi | 0b5e8c1e-6f9d-4b7f-9d8c-0a1b2c3d4e5f | \" --version\"",
                "qwen | --yolo | --prompt-interactive=--version",
                "grok | -- | --version"
            })
    void a_prompt_is_the_last_word_and_never_an_option(String alias, String before, String last) {
        var program = program(alias);
        assertThat(program.manifest().takesPrompt()).isTrue();
        assertThat(argv(program, "--version")).endsWith(before, last);
    }

    @Test
    void a_prompt_that_is_the_name_of_a_subcommand_of_claude_code_is_none() {
        assertThat(argv(program("claude"), "doctor")).endsWith("--", " doctor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kimi", "antigravity"})
    void a_program_that_was_not_seen_to_take_one_is_given_none(String alias) {
        var program = program(alias);
        assertThat(program.manifest().takesPrompt()).isFalse();
        assertThatThrownBy(() -> argv(program, "Hello")).isInstanceOf(IllegalArgumentException.class);
    }
}
