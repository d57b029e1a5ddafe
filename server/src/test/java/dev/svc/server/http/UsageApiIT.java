package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.catalog.Running;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.antigravity.AntigravityProvider;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What was used, over the recorded stores, through the routes; every answer is held against the contract.
class UsageApiIT {
    private static final String FORKED = "3a575854-0339-4c4e-93a1-10a825afe1af";
    private static final SessionId SESSION = new SessionId(EngineKey.CLAUDE_CODE, FORKED);

    @TempDir
    Path folder = Path.of("");

    private ApiRig rig;

    @BeforeEach
    void start() throws Exception {
        var home = Files.createDirectories(folder.resolve("home")).toRealPath();
        StoreCopy.plant(StoreCopy.fixture("claude"), home.resolve(".claude"));
        StoreCopy.plant(StoreCopy.fixture("codex"), home.resolve(".codex"));
        StoreFixture.copy("antigravity", home);
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        rig = ApiRig.over(
                folder,
                new Engines(List.of(
                        new ClaudeCodeProvider(settings),
                        new CodexProvider(settings),
                        new AntigravityProvider(settings))));
        rig.usage.start();
        Waiting.until(() -> "everything counted", () -> rig.usage.isComplete());
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        var answer = rig.get(path);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
        return answer.body();
    }

    /// The turns of the session, once what was counted lies in the file.
    private JsonNode turns(String query) throws IOException, InterruptedException {
        var path = "/api/sessions/" + SESSION + "/usage?by=turn" + query;
        Waiting.until(() -> path, () -> get(path).path("complete").asBoolean());
        return get(path);
    }

    private static List<String> keys(JsonNode usage) {
        var keys = new ArrayList<String>();
        usage.path("rows").forEach(row -> keys.add(row.path("key").asText()));
        return keys;
    }

    private static JsonNode row(JsonNode usage, String key) {
        for (var row : usage.path("rows")) {
            if (row.path("key").asText().equals(key)) {
                return row;
            }
        }
        throw new AssertionError("no row " + key + " in " + usage);
    }

    @Test
    void a_day_has_what_its_sessions_used() throws Exception {
        var usage = get("/api/usage?by=day");

        assertThat(usage.path("complete").asBoolean()).isTrue();
        assertThat(usage.path("total").path("input").asLong()).isEqualTo(665_060 + 394_879);
        assertThat(usage.path("total").path("output").asLong()).isEqualTo(31_831 + 31_886);
    }

    @Test
    void programs_models_and_hours_add_up_to_the_same() throws Exception {
        var total = get("/api/usage").path("total");

        for (var by : List.of("hour", "project", "model", "engine", "session")) {
            var usage = get("/api/usage?by=" + by);
            long sum = 0;
            for (var row : usage.path("rows")) {
                sum += row.path("input").asLong();
            }
            assertThat(usage.path("total")).as(by).isEqualTo(total);
            assertThat(sum).as(by).isEqualTo(total.path("input").asLong());
        }
    }

    @Test
    void one_program_can_be_asked_for_by_its_alias() throws Exception {
        assertThat(keys(get("/api/usage?by=engine&engine=codex"))).containsExactly("engine_2");
    }

    @Test
    void a_program_that_says_nothing_is_named() throws Exception {
        assertThat(get("/api/usage").path("not_counted")).anySatisfy(missing -> {
            assertThat(missing.path("engine").asText()).isEqualTo("engine_5");
            assertThat(missing.path("silent").asBoolean()).isTrue();
        });
    }

    @Test
    void a_model_without_a_price_is_named_and_its_cost_is_null() throws Exception {
        var usage = get("/api/usage?by=model");

        assertThat(usage.path("unpriced").valueStream().map(JsonNode::asText)).contains("claude-opus-5-5");
        assertThat(row(usage, "claude-opus-5-5").path("cost").isNull()).isTrue();
        assertThat(row(usage, "claude-sonnet-4-5").path("cost").asDouble()).isPositive();
    }

    @Test
    void a_session_has_a_title_and_a_row_a_model() throws Exception {
        var listed = row(get("/api/usage?by=session&engine=claude"), SESSION.toString());
        var own = get("/api/sessions/" + SESSION + "/usage");

        assertThat(listed.path("label").asText()).isNotBlank();
        assertThat(keys(own)).containsExactly("claude-sonnet-4-5");
        assertThat(own.path("total").path("input").asLong()).isEqualTo(66_047);
        assertThat(own.path("complete").asBoolean()).isTrue();
    }

    @Test
    void the_turns_of_a_session_add_up_to_what_it_used() throws Exception {
        var total = get("/api/sessions/" + SESSION + "/usage").path("total");

        var turns = turns("");

        assertThat(turns.path("total")).isEqualTo(total);
        assertThat(keys(turns)).isNotEmpty().allMatch(key -> key.matches("\\d+"));
        assertThat(turns.path("rows"))
                .allSatisfy(row -> assertThat(row.path("messages").asLong()).isPositive());
    }

    @Test
    void some_turns_can_be_asked_for() throws Exception {
        var last = keys(turns("")).getLast();

        var one = turns("&limit=1&before=" + (Integer.parseInt(last) + 1));

        assertThat(keys(one)).containsExactly(last);
        assertThat(keys(turns("&before=0"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"by=day", "by=turn&limit=0", "by=turn&limit=1001", "by=turn&before=-1"})
    void turns_that_make_no_sense_are_refused(String query) throws Exception {
        assertThat(rig.get("/api/sessions/" + SESSION + "/usage?" + query).status())
                .isEqualTo(400);
    }

    @Test
    void a_session_that_is_nowhere_is_not_found() throws Exception {
        assertThat(rig.get("/api/sessions/claude:00000000-0000-4000-8000-000000000000/usage")
                        .status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "by=week",
                "from=yesterday",
                "to=2026-13-01",
                "from=2026-11-22&to=2026-11-20",
                "limit=0",
                "limit=10001",
                "engine=nobody",
                "project=..%2F..",
                "session=nothing",
                "sort=best",
                "from=-999999999-01-01"
            })
    void a_question_that_makes_no_sense_is_refused(String query) throws Exception {
        var answer = rig.get("/api/usage?" + query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().path("detail").asText()).isNotBlank();
    }

    @Test
    void a_time_without_sessions_has_nothing() throws Exception {
        var usage = get("/api/usage?from=2001-01-01&to=2001-01-31");

        assertThat(usage.path("rows")).isEmpty();
        assertThat(usage.path("total").path("cost").isNull()).isTrue();
    }

    @Test
    void the_rows_say_what_they_cost_when_somebody_wants_that() throws Exception {
        assertThat(get("/api/sessions/" + SESSION).path("usage").isNull()).isTrue();

        rig.patch("/api/settings", "{\"usage\":{\"on_row\":true}}");

        var shown = get("/api/sessions/" + SESSION).path("usage");
        assertThat(shown.path("tokens").asLong()).isEqualTo(66_047 + 23);
        assertThat(shown.path("cost").asDouble()).isPositive();
    }

    @Test
    void what_runs_is_shown_with_what_it_burns() throws Exception {
        rig.running.add(new Running(SESSION, "/home/alex", ApiRig.NOW, Status.WORKING));

        var now = get("/api/usage/now");

        assertThat(now.path("live")).singleElement().satisfies(live -> {
            assertThat(live.path("sid").asText()).isEqualTo(SESSION.toString());
            assertThat(live.path("series")).hasSize(24);
            assertThat(live.path("title").asText()).isNotBlank();
            assertThat(live.path("share").asDouble()).isBetween(0.0, 1.0);
        });
    }

    @Test
    void budgets_are_off_until_somebody_sets_one() throws Exception {
        var budgets = get("/api/usage/now").path("budgets");

        assertThat(budgets.path("daily").isNull()).isTrue();
        assertThat(budgets.path("passed")).isEmpty();
    }

    @Test
    void a_budget_that_is_passed_is_shown_and_said_once() throws Exception {
        rig.patch("/api/settings", "{\"usage\":{\"daily_budget\":0.01}}");
        grow("msg_new_1");
        Waiting.until(
                () -> "the day's budget passed: " + rig.budgetsPassed,
                () -> rig.budgetsPassed.stream().anyMatch(words -> words.equals("day $0.01")));
        grow("msg_new_2");
        long counted = get("/api/usage").path("total").path("messages").asLong();
        Waiting.until(
                () -> "the second message counted",
                () -> get("/api/usage").path("total").path("messages").asLong() >= counted
                        && get("/api/sessions/" + SESSION + "/usage")
                                        .path("total")
                                        .path("messages")
                                        .asLong()
                                == 5);

        assertThat(rig.budgetsPassed).hasSize(1);
        assertThat(get("/api/usage/now").path("budgets").path("passed"))
                .anySatisfy(passed -> assertThat(passed.path("kind").asText()).isEqualTo("day"));
    }

    private void grow(String id) throws IOException {
        Path log;
        try (var files = Files.walk(folder.resolve("home/.claude"))) {
            log = files.filter(file -> file.endsWith(FORKED + ".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
        var line = ("{\"sessionId\":\"%s\",\"message\":{\"id\":\"%s\",\"model\":\"claude-sonnet-4-5\",\"content\":[],"
                        + "\"usage\":{\"input_tokens\":1000,\"output_tokens\":10000}},\"type\":\"assistant\","
                        + "\"uuid\":\"%s\",\"timestamp\":\"%s\"}\n")
                .formatted(FORKED, id, id, ApiRig.NOW);
        Files.writeString(log, line, StandardOpenOption.APPEND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "\"much\"", "1000001", "0.001", "true", "[]"})
    void a_budget_that_is_no_amount_of_money_is_refused(String value) throws Exception {
        var answer = rig.patch("/api/settings", "{\"usage\":{\"daily_budget\":" + value + "}}");

        assertThat(answer.status()).isIn(400, 422);
    }

    @Test
    void a_budget_is_taken_back_by_null() throws Exception {
        rig.patch("/api/settings", "{\"usage\":{\"daily_budget\":12.5}}");
        assertThat(get("/api/settings").path("usage").path("daily_budget").asDouble())
                .isEqualTo(12.5);

        rig.patch("/api/settings", "{\"usage\":{\"daily_budget\":null}}");

        assertThat(get("/api/settings").path("usage").path("daily_budget").isNull())
                .isTrue();
    }

    @Test
    void a_file_of_prices_that_cannot_be_used_is_complained_about() throws Exception {
        Files.writeString(folder.resolve("prices.json"), "{\"models\":[{\"model\":\"x\"}]}");

        Waiting.until(
                () -> "the complaint",
                () -> get("/api/usage").path("prices").path("trouble").asText().contains("prices.json is not used"));
    }

    @Test
    void a_price_of_the_home_holds_without_a_restart() throws Exception {
        Files.writeString(
                folder.resolve("prices.json"),
                "{\"models\":[{\"model\":\"claude-opus-5-5\",\"input\":1000,\"output\":1000}]}");

        Waiting.until(
                () -> "the price",
                () -> row(get("/api/usage?by=model"), "claude-opus-5-5")
                                .path("cost")
                                .asDouble()
                        > 0);
        assertThat(get("/api/usage").path("prices").path("source").asText()).isEqualTo("file");
    }
}
