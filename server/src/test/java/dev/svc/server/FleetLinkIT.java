package dev.svc.server;

import static dev.svc.server.FleetHost.CANARY;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.fleet.broker.NatsServer;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Two services and a nats-server, as two people would put them together.
class FleetLinkIT {
    @TempDir
    private Path folder;

    private final ObjectMapper json = new ObjectMapper();
    private Path root = Path.of("");
    private FleetPair pair;
    private NatsServer nats;
    private FleetHost forge;
    private FleetHost laptop;

    @BeforeEach
    void two_hosts_in_a_fleet() throws Exception {
        pair = new FleetPair(folder);
        root = pair.root;
        nats = pair.nats;
        forge = pair.forge;
        laptop = pair.laptop;
        forge.environment.put("SVC_FLEET_ALLOW", "organise");
        assertThat(pair.link()).contains("laptop-3", "2");
    }

    @AfterEach
    void end() {
        pair.close();
    }

    @Test
    void the_sessions_of_both_stand_in_one_list() throws Exception {
        var id = forge.session("Mend the upload " + CANARY);
        laptop.session("Slides " + CANARY);
        Waiting.until(() -> laptop.lists("forge-1", "Mend the upload " + CANARY));
        Waiting.until(() -> forge.lists("laptop-3", "Slides " + CANARY));

        var list = laptop.read("/api/sessions");
        assertThat(list.path("total").asInt()).isEqualTo(2);
        assertThat(list.path("facets").path("hosts")).hasSize(2);
        assertThat(list.path("facets").path("engines").path(0).path("count").asInt())
                .isEqualTo(2);
        var row = laptop.read("/api/sessions/engine_1:" + id + "@forge-1");
        assertThat(row.path("title").asText()).isEqualTo("Mend the upload " + CANARY);
        assertThat(laptop.get("/api/sessions/engine_1:" + id + "@nowhere").statusCode())
                .isEqualTo(404);

        Waiting.until(() -> laptop.host("forge-1").path("online").asBoolean());
        for (var file : nats.kept()) {
            assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(CANARY, "forge-1", "laptop-3");
        }
    }

    private static String path(String id, String host, String what) {
        return "/api/sessions/engine_1:" + id + '@' + host + '/' + what;
    }

    private JsonNode changed(FleetHost host, String method, String path, String body) throws Exception {
        var answer = host.change(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json.readTree(answer.body());
    }

    @Test
    @EnabledIfSystemProperty(named = "svc.deep", matches = "true")
    void what_a_host_allows_is_done_there_in_the_name_of_who_asked_and_all_else_is_refused_there() throws Exception {
        var id = forge.session("Mend the upload " + CANARY);
        var own = laptop.session("Slides");
        Waiting.until(() -> laptop.lists("forge-1", "Mend the upload " + CANARY));
        Waiting.until(() -> forge.lists("laptop-3", "Slides"));
        Waiting.until(() -> laptop.host("forge-1").path("online").asBoolean());
        Waiting.until(() -> forge.host("laptop-3").path("online").asBoolean());
        assertThat(laptop.host("forge-1").path("allows").asText()).isEqualTo("organise");
        assertThat(forge.read("/api/hosts").path("here").path("allows").asText())
                .isEqualTo("organise");
        assertThat(forge.host("laptop-3").path("allows").asText()).isEqualTo("list");

        var row = changed(laptop, "POST", path(id, "forge-1", "rename"), "{\"title\":\"Another title\"}");
        assertThat(row.path("title").asText()).isEqualTo("Another title");
        assertThat(row.path("id").asText()).endsWith("@forge-1");
        assertThat(forge.read("/api/sessions/engine_1:" + id).path("title").asText())
                .isEqualTo("Another title");
        Waiting.until(() -> laptop.lists("forge-1", "Another title"));
        assertThat(changed(laptop, "POST", path(id, "forge-1", "favorite"), "{}")
                        .path("sticky")
                        .asBoolean())
                .isTrue();
        assertThat(changed(laptop, "POST", path(id, "forge-1", "archive"), "{}")
                        .path("archived")
                        .asBoolean())
                .isTrue();
        assertThat(changed(laptop, "POST", path(id, "forge-1", "unarchive"), "{}")
                        .path("archived")
                        .asBoolean())
                .isFalse();
        var project = laptop.change("POST", "/api/projects", "{\"name\":\"Shop\"}");
        var wish = "{\"project_id\":\"%s\"}"
                .formatted(json.readTree(project.body()).path("id").asText());
        assertThat(changed(laptop, "PATCH", path(id, "forge-1", "metadata"), wish)
                        .path("project_id")
                        .isTextual())
                .isTrue();
        assertThat(forge.read("/api/projects").toString()).contains("Shop");
        var journal = forge.read("/api/sessions/engine_1:" + id + "/events").path("events");
        assertThat(journal)
                .hasSize(5)
                .allSatisfy(event -> assertThat(event.path("actor").asText()).endsWith("@laptop-3"));
        assertThat(changed(laptop, "POST", path(id, "forge-1", "unfavorite"), "{}")
                        .path("sticky")
                        .asBoolean())
                .isFalse();

        var page = laptop.read(path(id, "forge-1", "history?format=json"));
        assertThat(page.path("turns").toString()).contains(CANARY);

        var search = "/api/search?fleet=1&q=" + CANARY;
        Waiting.until(() -> isFound(laptop.read(search), id + "@forge-1")); // a busy host may be late
        assertThat(laptop.read("/api/search?q=" + CANARY).path("groups")).isEmpty();
        Waiting.until(() -> state(forge.read(search)).equals("denied"));

        var refused = forge.change("POST", path(own, "laptop-3", "favorite"), "{}");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body())
                .contains("fleet_denied", "laptop-3 allows other hosts `list`: set SVC_FLEET_ALLOW=organise there.");
        assertThat(forge.change("POST", path(own, "laptop-3", "share"))).isEqualTo(403);
        assertThat(laptop.change("POST", path("nothing-of-the-kind", "forge-1", "favorite")))
                .isEqualTo(404);
        assertThat(forge.command("fleet", "status")).contains("`organise`");
        for (var file : nats.kept()) {
            assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(CANARY, "Another title", "Shop");
        }
    }

    private static boolean isFound(JsonNode found, String session) {
        var first = found.path("groups").path(0);
        return state(found).equals("answered")
                && first.path("session").path("id").asText().endsWith(session)
                && first.path("hits").toString().contains(CANARY);
    }

    private static String state(JsonNode found) {
        return found.path("hosts").path(0).path("state").asText();
    }

    @Test
    @EnabledIfSystemProperty(named = "svc.deep", matches = "true")
    void a_call_to_a_host_that_is_not_there_is_answered_at_once_and_costs_nobody_else_anything() throws Exception {
        var id = forge.session("stays in the list");
        Waiting.until(() -> laptop.lists("forge-1", "stays in the list"));
        Waiting.until(() -> laptop.host("forge-1").path("online").asBoolean());
        nats.kill();
        Waiting.until(() -> !laptop.host("forge-1").path("online").asBoolean());
        var offline = laptop.change("POST", path(id, "forge-1", "favorite"), "{}");
        assertThat(offline.statusCode()).isEqualTo(503);
        assertThat(offline.body()).contains("host_offline", "forge-1 is offline");
        nats.start();
        Waiting.until(() -> laptop.change("POST", path(id, "forge-1", "favorite")) == 200);
        assertThat(forge.read("/api/sessions/engine_1:" + id).path("sticky").asBoolean())
                .isTrue();
    }

    @Test
    @EnabledIfSystemProperty(named = "svc.deep", matches = "true")
    void a_broker_that_is_killed_costs_the_view_of_others_alone_and_what_happened_meanwhile_comes() throws Exception {
        forge.session("before");
        Waiting.until(() -> laptop.lists("forge-1", "before"));
        nats.kill();
        Waiting.until(() -> !laptop.read("/api/hosts")
                .path("broker")
                .path("trouble")
                .asText("")
                .isEmpty());
        forge.session("meanwhile");
        Waiting.until(
                () -> forge.read("/api/sessions?q=meanwhile").path("total").asInt() == 1);
        assertThat(laptop.lists("forge-1", "before")).isTrue();
        nats.start();
        Waiting.until(() -> laptop.lists("forge-1", "meanwhile"));
    }

    @Test
    @EnabledIfSystemProperty(named = "svc.deep", matches = "true")
    void a_host_that_is_killed_is_offline_with_its_rows_and_when_it_was_heard() throws Exception {
        forge.session("stays in the list");
        Waiting.until(() -> laptop.lists("forge-1", "stays in the list"));
        Waiting.until(() -> laptop.host("forge-1").path("online").asBoolean());
        forge.close();
        Waiting.until(() -> !laptop.host("forge-1").path("online").asBoolean());
        assertThat(laptop.host("forge-1").path("last_seen").asText()).isNotEmpty();
        var row = laptop.read("/api/sessions?host=forge-1").path("sessions").path(0);
        assertThat(row.path("host_seen").asText()).isNotEmpty();
    }

    @Test
    void a_host_that_is_ended_reads_nothing_more() throws Exception {
        laptop.session("Slides");
        Waiting.until(() -> forge.lists("laptop-3", "Slides"));
        var id = forge.host("laptop-3").path("id").asText();
        assertThat(laptop.change(
                        "DELETE",
                        "/api/hosts/" + laptop.host("forge-1").path("id").asText()))
                .isEqualTo(403);
        assertThat(forge.change("DELETE", "/api/hosts/" + id)).isEqualTo(204);
        Waiting.until(() -> laptop.read("/api/hosts")
                .path("broker")
                .path("trouble")
                .asText("")
                .contains("taken out"));
        assertThat(laptop.read("/api/hosts").path("hosts")).isEmpty();
        Waiting.until(() -> forge.read("/api/hosts").path("hosts").isEmpty());
        assertThat(forge.read("/api/sessions").path("facets").path("hosts")).hasSize(1);
        Waiting.until(
                () -> forge.read("/api/audit?type=host_ended").path("events").size() == 1);
        var told = forge.read("/api/audit?type=host_ended").path("events").path(0);
        assertThat(told.path("actor").asText()).isEqualTo("admin");
        try (var refused = Started.svc(laptop.home, laptop.environment, "fleet", "list")) {
            assertThat(refused.exitCode()).isNotZero();
            assertThat(refused.err()).contains("taken out");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "svc.deep", matches = "true")
    void a_host_without_the_variable_has_no_thread_for_it_and_shows_no_hosts() throws Exception {
        try (var alone = new FleetHost(root, "alone")) {
            alone.session("by itself");
            alone.serve();
            assertThat(alone.read("/api/hosts").path("enabled").asBoolean()).isFalse();
            assertThat(alone.read("/api/config").path("fleet").asBoolean()).isFalse();
            assertThat(alone.read("/api/sessions").path("facets").path("hosts").isNull())
                    .isTrue();
            assertThat(alone.threads()).doesNotContain("fleet-", "nats");
        }
        assertThat(laptop.threads()).contains("fleet-broker", "fleet-forward");
        assertThat(laptop.read("/api/config").path("fleet").asBoolean()).isTrue();
    }

    @Test
    @EnabledIfSystemProperty(named = "svc.deep", matches = "true")
    void an_end_names_who_asked_for_it() throws Exception {
        assertThat(forge.command("fleet", "end", "laptop-3")).contains("laptop-3");
        Waiting.until(
                () -> forge.read("/api/audit?type=host_ended").path("events").size() == 1);
        var ended = forge.read("/api/audit?type=host_ended").path("events").path(0);
        assertThat(ended.path("actor").asText()).isEqualTo("cli");
        assertThat(ended.toString()).contains("laptop-3", "SHA256:");
    }

    private void withdraws() throws Exception {
        var word = forge.command("fleet", "invite").replaceAll("^svc fleet join '|'$", "");
        var told = json.readTree(forge.command("fleet", "status", "--json")).path("invitations");
        assertThat(told).hasSize(1);
        var id = told.path(0).path("id").asText();
        assertThat(forge.command("fleet", "status")).contains("Invitation " + id + " is open until");
        assertThat(forge.command("fleet", "invite", "--withdraw", id)).contains(id + " is withdrawn");
        try (var fresh = new FleetHost(root, "fresh");
                var refused = Started.svc(fresh.home, fresh.environment, "fleet", "join", word)) {
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err()).contains("Not let in: this invitation was withdrawn");
        }
        assertThat(forge.command("fleet", "status")).doesNotContain("is open until");
        try (var none = Started.svc(forge.home, forge.environment, "fleet", "invite", "--withdraw")) {
            assertThat(none.exitCode()).isEqualTo(5);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "svc.deep", matches = "true")
    void the_commands_say_who_is_there_and_what_is_wrong() throws Exception {
        assertThat(laptop.command("fleet", "list")).contains("forge-1", "laptop-3", "this host", "SHA256:");
        assertThat(laptop.command("fleet", "status")).contains("laptop-3, one of 2", "answers within");
        try (var refused = Started.svc(laptop.home, laptop.environment, "fleet", "invite")) {
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err()).contains("forge-1");
        }
        withdraws();
        nats.kill();
        try (var away = Started.svc(laptop.home, laptop.environment, "fleet", "status")) {
            assertThat(away.exitCode()).isEqualTo(1);
            assertThat(away.out()).contains("does not answer");
        }
    }
}
