package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.Compressing;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Mutations;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.antigravity.AntigravityProvider;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.engine.copilot.CopilotProvider;
import dev.svc.server.engine.gemini.GeminiProvider;
import dev.svc.server.engine.kimi.KimiProvider;
import dev.svc.server.engine.opencode.OpencodeProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whatever the stores contain, every route answers and the service stays up.
class DamagedStoresIT {
    private static final boolean DEEP = Boolean.getBoolean("svc.deep");
    private static final int ROUNDS = DEEP ? 60 : 2;
    private static final int CHANGES_WHILE_IT_RUNS = DEEP ? 400 : 60;
    private static final int LARGEST = 600 << 10;

    private static final String LISTS = "/api/sessions?archived=all&subagents=1&limit=500";
    private static final String TORN = "{\"type\":\"user\",\"message\":{\"rol\n";

    @TempDir
    private Path folder;

    @Test
    void every_route_answers_whatever_the_stores_were_made_into() throws Exception {
        int rows = 0;
        for (int round = 0; round < ROUNDS; round++) {
            var home = planted("home" + round);
            var random = new Random(round);
            for (var file : files(home)) {
                if (random.nextInt(3) > 0) {
                    damage(file, random);
                }
            }
            try (var rig = ApiRig.over(folder.resolve("svc" + round), engines(home))) {
                rows += requireAnswers(rig);
            }
        }
        assertThat(rows).as("rows that are left to be looked at").isGreaterThan(20 * ROUNDS);
    }

    @Test
    void every_route_answers_while_the_stores_are_being_broken() throws Exception {
        var home = planted("home");
        var random = new Random(4);
        try (var rig = ApiRig.over(folder.resolve("svc"), engines(home))) {
            var ids = ids(rig.get(LISTS).body());
            var files = files(home);
            for (int change = 0; change < CHANGES_WHILE_IT_RUNS; change++) {
                var file = files.get(random.nextInt(files.size()));
                if (random.nextInt(8) == 0) {
                    Files.deleteIfExists(file);
                } else if (Files.exists(file)) {
                    damage(file, random);
                }
                requireAnswer(rig, LISTS);
                requireAnswers(rig, ids.get(random.nextInt(ids.size())));
            }
            assertThat(rig.get("/api/sessions").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"claude, engine_1", "codex, engine_2", "gemini, engine_4", "antigravity, engine_5", "kimi, engine_6", "copilot, engine_7"})
    void torn_records_are_counted_on_their_rows(String program, String engine) throws Exception {
        var home = planted("home");
        int before = unreadable(home, engine);
        for (var file : files(home.resolve(program))) {
            if (file.toString().endsWith(".jsonl")) {
                Files.writeString(file, TORN, StandardOpenOption.APPEND);
            }
        }
        assertThat(unreadable(home, engine)).isGreaterThan(before);
    }

    @Test
    void compressed_rollouts_that_cannot_be_read_are_counted_with_the_reason() throws Exception {
        var home = planted("home");
        var rollout =
                "codex/.codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-01a1fdd3-29da-7063-b74c-0123456789ab.jsonl.zst";
        Files.createDirectories(home.resolve(rollout).resolveSibling(""));
        Files.write(home.resolve(rollout), new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0});
        try (var rig = ApiRig.over(folder.resolve("svc"), engines(home))) {
            var codex = requireAnswer(rig, "/api/engines").at("/engines/1");
            assertThat(codex.path("engine").asText()).isEqualTo("engine_2");
            assertThat(codex.at("/unreadable/0/kind").asText())
                    .isEqualTo("compressed file that cannot be read to its end");
            assertThat(codex.at("/unreadable/0/count").asInt()).isEqualTo(1);
        }
    }

    @Test
    void compressed_rollouts_answer_every_route_as_plain_ones_do() throws Exception {
        var home = planted("home");
        var plain = new ArrayList<String>();
        try (var rig = ApiRig.over(folder.resolve("plain"), engines(home))) {
            for (var id : ids(rig.get(LISTS + "&engine=engine_2").body())) {
                plain.add(conversation(rig, id));
            }
        }
        Compressing.replaceAll(home.resolve("codex/.codex"));
        try (var rig = ApiRig.over(folder.resolve("compressed"), engines(home))) {
            var compressed = new ArrayList<String>();
            for (var id : ids(rig.get(LISTS + "&engine=engine_2").body())) {
                compressed.add(conversation(rig, id));
            }
            assertThat(compressed).hasSizeGreaterThan(10).isEqualTo(plain);
            assertThat(requireAnswer(rig, "/api/engines").at("/engines/1/unreadable"))
                    .isEmpty();
        }
    }

    private static String conversation(ApiRig rig, String id) throws Exception {
        var texts = new StringBuilder(id);
        for (var path : List.of("/transcript?format=json", "/history?cols=80", "/export?format=md")) {
            var answer = rig.text("/api/sessions/" + id + path);
            assertThat(answer.statusCode()).as(id + path).isEqualTo(200);
            texts.append('\n').append(answer.body());
        }
        return texts.toString();
    }

    @Test
    void records_of_a_database_that_are_no_json_are_counted_on_their_rows() throws Exception {
        var home = planted("home");
        int before = unreadable(home, "engine_3");
        var file = home.resolve("opencode/.local/share/opencode/opencode.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE message SET data = '{\"role\":'"))
                    .isPositive();
        }
        assertThat(unreadable(home, "engine_3")).isGreaterThan(before);
    }

    private int unreadable(Path home, String engine) throws Exception {
        try (var rig = ApiRig.over(Files.createTempDirectory(folder, "svc"), engines(home))) {
            int sum = 0;
            for (var row : rig.get(LISTS + "&engine=" + engine).body().path("sessions")) {
                sum += row.path("unreadable").asInt();
            }
            return sum;
        }
    }

    private static int requireAnswers(ApiRig rig) throws Exception {
        var ids = ids(requireAnswer(rig, LISTS));
        requireAnswer(rig, "/api/sessions?q=fix+the&sort=title&limit=3");
        requireAnswer(rig, "/api/engines");
        requireAnswer(rig, "/api/folders");
        requireAnswer(rig, "/api/projects");
        for (var id : ids) {
            requireAnswers(rig, id);
        }
        return ids.size();
    }

    private static JsonNode requireAnswer(ApiRig rig, String path) throws Exception {
        var answer = rig.get(path);
        assertThat(answer.status()).as("%s: %s", path, answer.body()).isEqualTo(200);
        return answer.body();
    }

    /// A session or its conversation may be gone or unreadable, but never brings the service down.
    private static void requireAnswers(ApiRig rig, String id) throws Exception {
        for (var path : List.of("", "/transcript?format=json", "/history?cols=80", "/export?format=md")) {
            var answer = rig.text("/api/sessions/" + id + path);
            assertThat(answer.statusCode())
                    .as("%s%s: %s", id, path, answer.body())
                    .isIn(200, 404, 422);
        }
    }

    private static List<String> ids(JsonNode list) {
        var ids = new ArrayList<String>();
        list.path("sessions").forEach(row -> ids.add(row.path("id").asText()));
        return ids;
    }

    private static void damage(Path file, Random random) throws IOException {
        Files.write(file, new Mutations(random).of(Files.readAllBytes(file)));
    }

    /// In a stable order.
    private static List<Path> files(Path home) throws IOException {
        try (var files = Files.walk(home)) {
            return files.filter(file -> Files.isRegularFile(file) && isWorthIt(file))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isWorthIt(Path file) {
        long size = file.toFile().length();
        return size > 0 && size <= LARGEST;
    }

    private Path planted(String name) throws IOException {
        var home = folder.resolve(name);
        StoreCopy.plant(StoreCopy.fixture("claude"), home.resolve("claude/.claude"));
        StoreCopy.plant(StoreCopy.fixture("codex"), home.resolve("codex/.codex"));
        StoreCopy.plant(StoreCopy.fixture("opencode/main"), home.resolve("opencode/.local/share/opencode"));
        StoreCopy.plant(StoreCopy.fixture("opencode/legacy-json"), home.resolve("opencode/.local/share/opencode"));
        StoreCopy.plant(StoreCopy.fixture("gemini/main"), home.resolve("gemini"));
        StoreCopy.plant(StoreCopy.fixture("gemini/legacy-json"), home.resolve("gemini"));
        StoreCopy.plant(StoreCopy.fixture("antigravity/home"), home.resolve("antigravity"));
        StoreCopy.plant(StoreCopy.fixture("kimi/home"), home.resolve("kimi"));
        StoreCopy.plant(StoreCopy.fixture("copilot/home"), home.resolve("copilot"));
        return home;
    }

    private Engines engines(Path home) {
        return new Engines(List.of(
                new ClaudeCodeProvider(settings(home, "claude")),
                new CodexProvider(settings(home, "codex")),
                new OpencodeProvider(settings(home, "opencode")),
                new GeminiProvider(settings(home, "gemini"), folder.resolve("cache"), Set::of),
                new AntigravityProvider(settings(home, "antigravity")),
                new KimiProvider(settings(home, "kimi")),
                new CopilotProvider(settings(home, "copilot"))));
    }

    private static EngineSettings settings(Path home, String program) {
        return new EngineSettings(home.resolve(program), List.of(), home.resolve("no-such-program"), null, Map.of());
    }
}
