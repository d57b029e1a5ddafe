package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.cli.CatalogView;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExportCommand;
import dev.svc.server.cli.Svc;
import dev.svc.server.cli.list.SessionsCommand;
import dev.svc.server.engine.Engines;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.search.SearchStatus.Phase;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.session.Turn.ToolUse;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.Transcript;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every text of a session holds terminal commands, and every output is searched for them.
class HarmlessOutputsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Actor ADMIN = Actor.admin("login-1", "127.0.0.1");
    private static final String SESSION = "/api/sessions/engine_2:one";

    private static final Pattern COMMANDING =
            Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]|[\\u0080-\\u009f\\u2028-\\u202e\\u2066-\\u2069]");

    /// How lines are coloured here: nothing else begins with an escape.
    private static final Pattern COLOURS = Pattern.compile("\\x1b\\[0(;[0-9]{1,2})*m");

    private static final Set<String> OF_ONE_LINE =
            Set.of("title", "cwd", "model", "branch", "name", "path", "program", "trouble", "snippet");

    @TempDir
    private Path folder;

    static List<String> payloads() {
        return List.of(
                "\u001b]52;c;ZXZpbA==\u0007",
                "&#27;]52;c;ZXZpbA==&#7;",
                "\u001b]0;title\u0007",
                "&#x1b;]0;title&#x7;",
                "\u001b]8;;http://evil\u001b\\words\u001b]8;;\u001b\\",
                "&#27;]8;;http://evil&#27;\\words",
                "\u001b[2J\u001b[H",
                "[words](http://a/&#27;]0;title&#7;)",
                "[words](http://a \"&#27;[2J\")",
                "[words][a]\n\n[a]: <http://a/&#27;[2J> '&#155;2J'",
                "![&#27;[2J](a)",
                "<http://a/&#27;[2J>",
                "|a|b|\n|-|-|\n|&#27;[2J|&#x9b;2J\u009b|",
                "```&#27;]0;title&#7;\ncode &#27;[2J \u009b2J\n```",
                "# *a* **&#27;[2J** ~~&#8238;~~ `\u202e`",
                "> - &#27;[2J\n>   &#7;",
                "<b title=\"&#27;[2J\">\u009b2J</b>",
                "\u009b2J",
                "&#155;2J",
                "good\revil",
                "good&#13;evil",
                "good\nevil\n2026-11-21 forged row",
                "good&#10;evil",
                "\u202egpj.exe",
                "&#8238;gpj.exe&#x2066;",
                "\u2066a\u2069\u202a\u202d",
                "\u0000\b\u007f",
                "&#8;&#127;&#12;",
                "a\u2028b\u2029c");
    }

    private static Turn turn(Role role, String text, ToolUse tool, String thinking, Mark mark, List<Turn> inner) {
        return new Turn(role, ApiRig.NOW, text, tool, thinking, mark, inner);
    }

    private static List<Turn> turns(String payload) {
        var tool = new ToolUse(payload, payload, payload, false, payload, Turn.Ending.UNTOLD);
        var inner = FakeTurns.said(Role.ASSISTANT, payload);
        return Stream.concat(
                        Stream.of(
                                FakeTurns.said(Role.USER, payload),
                                FakeTurns.said(Role.SYSTEM, payload),
                                FakeTurns.said(Role.ASSISTANT, payload),
                                FakeTurns.said(Role.ASSISTANT, "words " + payload + " words"),
                                FakeTurns.used(payload, payload, payload, true, List.of(inner))),
                        Stream.of(Mark.values())
                                .map(mark -> turn(Role.TOOL, payload, tool, payload, mark, List.of(inner))))
                .toList();
    }

    private void store(String payload) throws IOException {
        var line = JsonNodeFactory.instance.objectNode();
        for (var field : List.of("text", "title", "model", "branch")) {
            line.put(field, payload);
        }
        line.put("cwd", "/home/" + payload).put("at", ApiRig.NOW.toString());
        Files.createDirectories(folder.resolve("codex"));
        var used = line.deepCopy().put("tool", payload).put("output", "the words " + payload + " words");
        Files.writeString(folder.resolve("codex/one.jsonl"), line + "\n" + used + "\n");
        Files.writeString(folder.resolve("codex/two.jsonl"), line.<ObjectNode>without("title") + "\n");
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void nothing_that_the_interface_answers_commands_a_terminal(String payload) throws Exception {
        store(payload);
        try (var rig = new ApiRig(folder)) {
            rig.talk.turns.addAll(turns(payload));
            rig.metadata.rename(SessionId.find("engine_2:two").orElseThrow(), "t" + payload, ADMIN);
            rig.metadata.createProject("p" + payload, null, List.of("/home/" + payload), ADMIN);
            rig.metadata.createView("v" + payload, "q=" + payload, ADMIN);
            for (var address : List.of("/transcript", "/history")) {
                harmlessJson(rig.text(SESSION + address + "?format=json").body());
                for (int cols : List.of(8, 30, 200)) {
                    var body = rig.text(SESSION + address + "?format=ansi&cols=" + cols)
                            .body();
                    assertThat(COMMANDING.matcher(body).find()).isFalse();
                    var text = JSON.readTree(body).path("text").asText();
                    assertThat(text).isNotBlank();
                    harmless(COLOURS.matcher(text).replaceAll(""));
                }
            }
            for (var address : List.of(
                    "/api/sessions",
                    SESSION,
                    "/api/folders",
                    "/api/projects",
                    "/api/views",
                    "/api/audit",
                    "/api/metadata")) {
                harmlessJson(rig.text(address).body());
            }
            harmless(rig.text(SESSION + "/export?format=md").body());
            harmless(rig.text(SESSION + "/export?format=html").body());
            harmlessJson(rig.text(SESSION + "/export?format=json").body());
        }
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void nothing_that_a_search_answers_commands_a_terminal(String payload) throws Exception {
        store(payload);
        try (var rig = new ApiRig(folder)) {
            rig.metadata.rename(SessionId.find("engine_2:two").orElseThrow(), "t" + payload, ADMIN);
            rig.metadata.createProject("p" + payload, null, List.of("/home/" + payload), ADMIN);
            Waiting.until(
                    () -> String.valueOf(rig.search.status()),
                    () -> rig.search.status().phase() == Phase.READY);
            for (var query :
                    List.of("words", "role:tool", "role:user", "/.+/", "\"" + payload.replace("\"", " ") + "\"")) {
                var q = URLEncoder.encode(query, StandardCharsets.UTF_8);
                harmlessJson(rig.text("/api/search?q=" + q).body());
                harmlessJson(
                        rig.text("/api/search/hits?sid=engine_2:one&q=" + q).body());
            }
            var tool = JSON.readTree(rig.text("/api/search?q=role:tool").body()).at("/groups/0/hits/0");
            assertThat(tool.path("snippet").asText()).contains("the words");
            assertThat(tool.path("tool").asText("")).doesNotContain("\n", "\t");
            harmlessJson(rig.text(SESSION + "/similar").body());
            harmlessJson(rig.text("/api/search?q=" + URLEncoder.encode("role:" + payload, StandardCharsets.UTF_8))
                    .body());
        }
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void nothing_that_the_commands_print_commands_a_terminal(String payload) throws Exception {
        store(payload);
        assertThat(run(payload, "sessions").lines()).hasSize(2);
        harmless(run(payload, "sessions"));
        harmlessJson(run(payload, "sessions", "--json"));
        harmless(run(payload, "sessions", "export", "codex:one"));
        harmless(run(payload, "sessions", "export", "codex:one", "--format", "html"));
        harmlessJson(run(payload, "sessions", "export", "codex:two", "--format", "json"));
    }

    private static void harmless(String text) {
        assertThat(text).isNotBlank();
        var found = COMMANDING.matcher(text);
        assertThat(found.find() ? text.substring(Math.max(0, found.start() - 40), found.end()) : "")
                .isEmpty();
    }

    private static void harmlessJson(String text) throws IOException {
        harmless(text);
        values("", JSON.readTree(text));
    }

    private static void values(String name, JsonNode node) {
        if (node.isTextual() && !node.asText().isEmpty()) {
            assertThat(COMMANDING.matcher(node.asText()).find()).as(name).isFalse();
            if (OF_ONE_LINE.contains(name)) {
                assertThat(node.asText()).as(name).doesNotContain("\n", "\t");
            }
        }
        node.properties().forEach(field -> values(field.getKey(), field.getValue()));
        if (node.isArray()) {
            node.forEach(element -> values(name, element));
        }
    }

    private String run(String payload, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        var talk = new FakeTurns();
        talk.turns.addAll(turns(payload));
        var commands = SessionsCommand.with(
                new SessionsCommand(this::config, this::look, SessionsCommand.Served.NOT, console),
                new ExportCommand(
                        this::config,
                        this::look,
                        (config, _) -> new Transcript(_ -> talk, ReadingLimits.of(config), Unhurried.workers()),
                        console));
        assertThat(new Svc(List.of(commands), console).run(arguments))
                .as(err.toString())
                .isZero();
        return out.toString();
    }

    private Config config() {
        var home = folder.resolve("svc").toString();
        return Config.load(new Platform(Platform.Family.LINUX, folder, Map.of("SVC_HOME", home)), null);
    }

    private CatalogView.Seen look(Config config) {
        var engines = new Engines(List.of(new FakeEngine(EngineKey.CODEX, folder.resolve("codex"))));
        var cache = new Cache(config.home().cache(), "test");
        var catalog = new Catalog(engines, () -> Organisation.EMPTY, List::of, Catalog.Settings.once(cache));
        return new CatalogView.Seen(engines, Organisation.EMPTY, false, catalog);
    }
}
