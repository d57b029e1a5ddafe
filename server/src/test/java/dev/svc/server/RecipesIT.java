package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every command of docs/recipes.md is run as it stands there, in the order of the page, beside the whole service and a
/// program that asks as Claude Code does.
class RecipesIT {
    private static final Pattern RECIPE = Pattern.compile("(?s)\n## ([^\n]+)\n(.*?)```sh\n(.*?)```");
    private static final String DOCUMENTED = "http://127.0.0.1:8765";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final PageCalls calls = new PageCalls(client);
    private final Map<String, String> environment = new HashMap<>();
    private Path root = Path.of("");
    private String sid = "";
    private Started service;

    private record Recipe(String name, String commands) {}

    @BeforeEach
    void a_service_and_a_session_that_runs() throws Exception {
        root = folder.toRealPath();
        Files.createDirectories(root.resolve("shop"));
        var program = Files.createDirectories(root.resolve("versions")).resolve("2.1.330");
        try (var script = Objects.requireNonNull(RecipesIT.class.getResourceAsStream("/claude-that-asks.cjs"))) {
            Files.copy(script, program);
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
        writeCommand(root.resolve("svc-command"));
        environment.putAll(Started.around(root, program));
        service = Started.svc(root, environment, "serve");
        service.address();
        sid = ran("svc new --engine claude --folder ~/shop").strip();
        writeConversation();
    }

    @AfterEach
    void end() {
        service.close();
        Started.endAll(root);
        client.close();
    }

    /// The jar as the command `svc`, from whatever folder it is called.
    private static void writeCommand(Path folder) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var here = Path.of("").toAbsolutePath();
        var script = Files.writeString(
                Files.createDirectories(folder).resolve("svc"),
                "#!/bin/sh\nexec '%s' '@%s/jvm.options' -jar '%s/target/svc.jar' \"$@\"\n".formatted(java, here, here));
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    /// What the session's program has written of it so far: a talk, a file that it made, and what that used.
    private void writeConversation() throws IOException {
        var work = root.resolve("shop").toString();
        var store =
                Files.createDirectories(root.resolve(".claude/projects").resolve(work.replaceAll("[^A-Za-z0-9]", "-")));
        var around = "\"cwd\":\"%s\",\"sessionId\":\"%s\",\"isSidechain\":false,\"timestamp\":\"%s\""
                .formatted(work, sid.substring("engine_1:".length()), Instant.now());
        var usage = "\"usage\":{\"input_tokens\":1000,\"output_tokens\":20}";
        Files.writeString(
                store.resolve(sid.substring("engine_1:".length()) + ".jsonl"),
                """
                {"type":"user","uuid":"u1",AROUND,"message":{"role":"user","content":"Which database do we take?"}}
                {"type":"assistant","uuid":"u2",AROUND,"message":{"id":"m1","model":"claude-sonnet-4-5","role":"assistant",USAGE,"content":[{"type":"text","text":"The small one."},{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"WORK/choice.txt","content":"sqlite"}}]}}
                {"type":"user","uuid":"u3",AROUND,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Done."}]},"toolUseResult":{"type":"create","filePath":"WORK/choice.txt","content":"sqlite","structuredPatch":[]}}
                """.replace("AROUND", around).replace("USAGE", usage).replace("WORK", work));
    }

    private JsonNode get(String path) {
        return calls.get(service.address(), path);
    }

    private String ran(String commands) throws Exception {
        var out = Files.createTempFile(root, "out", ".txt");
        var err = Files.createTempFile(root, "err", ".txt");
        var builder = new ProcessBuilder("bash", "-euc", commands)
                .directory(root.resolve("shop").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
        builder.environment().putAll(environment);
        builder.environment().put("HOME", root.toString());
        builder.environment().put("sid", sid);
        builder.environment().merge("PATH", root.resolve("svc-command").toString(), (all, one) -> one + ":" + all);
        int code = Waiting.exitCode(builder.start());
        assertThat(code).as(commands + "\n" + Files.readString(err)).isZero();
        return Files.readString(out);
    }

    private static List<Recipe> recipes() throws IOException {
        var found = new ArrayList<Recipe>();
        var page = RECIPE.matcher(Files.readString(Path.of("../docs/recipes.md")));
        while (page.find()) {
            found.add(new Recipe(page.group(1), page.group(3)));
        }
        return found;
    }

    @TestFactory
    Stream<DynamicTest> every_recipe_does_what_it_says() throws IOException {
        var all = recipes();
        assertThat(all).isNotEmpty();
        return all.stream()
                .map(it -> DynamicTest.dynamicTest(it.name(), () -> {
                    prepare(it.name());
                    check(it.name(), ran(it.commands().replace(DOCUMENTED, service.address())));
                }));
    }

    /// What a recipe needs to be there.
    private void prepare(String name) throws Exception {
        switch (name) {
            case "Be told when it needs you" -> ran("svc send \"$sid\" 'make all' --when-idle");
            case "What did we decide last week?" ->
                Waiting.until(
                        () -> "what was said in the index",
                        () -> !get("/api/search?q=database").path("groups").isEmpty());
            default -> {}
        }
    }

    private void check(String name, String out) {
        switch (name) {
            case "The sessions that run, or wait for you" ->
                assertThat(out.lines()).containsExactly(sid);
            case "Begin one, say something, read what it answers" ->
                assertThat(out).contains("It counts sheep.");
            case "Say the same to all that run" -> assertThat(out).doesNotContain("left alone");
            case "Be told when it needs you" -> assertThat(out).contains(sid + " asks something");
            case "Answer exactly what was shown" -> {
                assertThat(out).contains("make all");
                assertThat(get("/api/questions").path("questions")).isEmpty();
            }
            case "What did we decide last week?" -> {
                assertThat(out).contains(sid);
                assertThat(root.resolve("shop/best.json")).content().contains(sid);
            }
            case "A conversation as a file" ->
                assertThat(root.resolve("shop/conversation.md")).content().contains("Which database do we take?");
            case "What it changed, as a patch" -> {
                assertThat(out).contains("choice.txt");
                assertThat(root.resolve("shop/session.patch")).content().contains("+sqlite");
            }
            case "What this month has cost, by project" -> assertThat(out).contains("1,000");
            case "Put in order" -> {
                assertThat(get("/api/sessions/" + sid).path("title").asText()).isEqualTo("Which database");
                assertThat(get("/api/sessions/" + sid).path("sticky").asBoolean())
                        .isTrue();
            }
            case "A report every morning, over HTTP" -> {
                assertThat(out).contains(sid, "\"rows\"");
                assertThat(get("/api/tokens").path("tokens")).isEmpty();
            }
            case "Follow along" -> assertThat(out).startsWith("event:");
            case "Let an agent look at them" -> assertThat(out).contains("search_sessions");
            case "A copy of everything that svc knows" ->
                assertThat(root.resolve("shop").toFile().list((_, file) -> file.matches("svc-.*\\.zip")))
                        .hasSize(1);
            case "End it, and put it away" -> {
                assertThat(out).contains("ended");
                assertThat(get("/api/sessions/" + sid).path("archived").asBoolean())
                        .isTrue();
            }
            default -> fail("Nobody looks at what this recipe does.");
        }
    }
}
