package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedVariablesTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    claude   | .claude/settings.json          | {"apiKeyHelper": "echo $ACME_KEY", "hooks": "echo $FILE"}
                    codex    | .codex/config.toml             | [model_providers.acme];env_key = "ACME_KEY"
                    opencode | .config/opencode/opencode.json | {"apiKey": "{env:ACME_KEY}"}
                    gemini   | .gemini/settings.json          | {"mcpServers": {"a": {"env": {"K": "${ACME_KEY}"}}}}
                    kimi     | .kimi-code/config.toml         | [providers.acme];api_key_env = "ACME_KEY"
                    kimi     | .kimi-code/mcp.json            | {"mcpServers": {"a": {"url": "https://a", "bearerTokenEnvVar": "ACME_KEY"}}}
                    copilot  | .copilot/mcp-config.json       | {"mcpServers": {"a": {"env": {"K": "${ACME_KEY}"}}}}
                    kilo     | .config/kilo/opencode.json     | {"apiKey": "{env:ACME_KEY}"}
                    pi       | .pi/agent/models.json          | {"providers": {"a": {"apiKey": "ACME_KEY"}}}
                    pi       | .pi/agent/models.json          | {"providers": {"a": {"headers": {"K": "${ACME_KEY}"}}}}
                    qwen     | .qwen/settings.json            | {"modelProviders": {"openai": [{"id": "a", "envKey": "ACME_KEY"}]}}
                    qwen     | .qwen/settings.json            | {"mcpServers": {"a": {"env": {"K": "$ACME_KEY"}}}}
                    grok     | .grok/config.toml              | [model.acme];env_key = "ACME_KEY"
                    """)
    void a_programs_configuration_says_which_variables_it_looks_for(String alias, String file, String text)
            throws IOException {
        var config = home.resolve(file);
        Files.createDirectories(Objects.requireNonNull(config.getParent()));
        Files.writeString(config, text.replace(';', '\n'));
        var engines =
                ConfiguredEngines.of(Config.load(new Platform(Platform.Family.LINUX, home, Map.of()), null), Set::of);
        var engine = engines.find(engines.named(alias).orElseThrow()).orElseThrow();
        assertThat(engine.namedVariables()).containsExactly("ACME_KEY");
    }
}
