package dev.svc.server.engine.claudecode.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which programs get the hook.
class ClaudeVersionTest {
    @TempDir
    Path folder;

    private Path file(String name, String content) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private void describe(String folder, String name, String version) throws IOException {
        file(folder + "/package.json", "{\"name\":\"%s\",\"version\":\"%s\"}".formatted(name, version));
    }

    @Test
    void one_that_installed_itself_is_named_by_its_version() throws IOException {
        var program = file("versions/2.1.330", "");
        var link = Files.createSymbolicLink(folder.resolve("claude"), program);
        assertThat(ClaudeVersion.of(link)).contains(new ClaudeVersion(2, 1, 330));
        assertThat(ClaudeHook.of(link)).isPresent();
    }

    @Test
    void one_from_npm_lies_in_its_package() throws IOException {
        describe("lib/node_modules/@anthropic-ai/claude-code", "@anthropic-ai/claude-code", "2.1.99");
        var program = file("lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe", "");
        var link = Files.createSymbolicLink(folder.resolve("claude"), program);
        assertThat(ClaudeVersion.of(link)).contains(new ClaudeVersion(2, 1, 99));
        assertThat(ClaudeHook.of(link)).isEmpty();
    }

    @Test
    void one_for_this_system_lies_in_a_package_of_its_own() throws IOException {
        describe("node_modules/@anthropic-ai/claude-code-linux-x64", "@anthropic-ai/claude-code-linux-x64", "2.1.330");
        assertThat(ClaudeHook.of(file("node_modules/@anthropic-ai/claude-code-linux-x64/claude", "")))
                .isPresent();
    }

    @Test
    void a_script_may_stand_beside_the_package() throws IOException {
        describe("local/node_modules/@anthropic-ai/claude-code", "@anthropic-ai/claude-code", "3.0.0");
        var script = file("local/claude", "#!/bin/sh\n");
        assertThat(ClaudeHook.of(script)).isPresent();
    }

    @Test
    void whatever_says_nothing_gets_no_hook() throws IOException {
        var wrapper = file("bin/claude", "#!/bin/sh\n");
        assertThat(ClaudeHook.of(wrapper)).isEmpty();
        assertThat(ClaudeHook.of(folder.resolve("gone"))).isEmpty();
        describe("bin", "something-else", "9.9.9");
        assertThat(ClaudeHook.of(wrapper)).isEmpty();
        describe("bin", "@anthropic-ai/claude-code", "newest");
        assertThat(ClaudeHook.of(wrapper)).isEmpty();
        file("bin/package.json", "no json");
        assertThat(ClaudeHook.of(wrapper)).isEmpty();
    }

    @Test
    void versions_are_compared_by_their_numbers() {
        assertThat(ClaudeVersion.parse("2.10.0").orElseThrow())
                .isGreaterThan(ClaudeVersion.parse("2.9.30").orElseThrow());
        assertThat(ClaudeVersion.parse("2.1.330 (beta)")).isEmpty();
    }
}
