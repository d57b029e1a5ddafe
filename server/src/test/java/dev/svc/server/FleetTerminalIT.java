package dev.svc.server;

import static dev.svc.server.FleetHost.CANARY;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.fleet.broker.NatsServer;
import dev.svc.shared.waiting.Waiting;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A terminal of one service, in a page of another one: two services and a nats-server.
@EnabledIfSystemProperty(named = "svc.deep", matches = "true")
class FleetTerminalIT {
    private static final int ENDED = 4410;
    private static final int NOT_STARTED = 4500;
    private static final int UNKNOWN = 4404;

    /// Says what it is told, prints much where it is told to, and ends.
    private static final String PROGRAM = """
            #!/bin/sh
            stty -echo
            echo "ready CANARY"
            while read -r line; do
                case $line in
                    flood) seq -f 'line %.0f of what is printed' 1 200000; echo flooded ;;
                    end) echo bye; exit 0 ;;
                    *) echo "heard $line." ;;
                esac
            done
            """;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private Path root = Path.of("");
    private FleetPair pair;
    private NatsServer nats;
    private FleetHost forge;
    private FleetHost laptop;

    @BeforeEach
    void two_hosts_of_which_one_lets_others_drive() throws Exception {
        pair = new FleetPair(folder);
        root = pair.root;
        nats = pair.nats;
        forge = pair.forge;
        laptop = pair.laptop;
        var program = Files.writeString(root.resolve("program"), PROGRAM.replace("CANARY", CANARY));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        forge.environment.put("SVC_ENGINE1_BIN", program.toString());
        forge.environment.put("SVC_FLEET_ALLOW", "drive");
        pair.link();
    }

    @AfterEach
    void end() {
        pair.close();
        client.close();
    }

    private String sessionOfForge() throws Exception {
        var id = forge.session(root.toString(), "Mend the upload");
        Waiting.until(() -> laptop.lists("forge-1", "Mend the upload"));
        Waiting.until(() -> laptop.host("forge-1").path("online").asBoolean());
        return "engine_1:" + id;
    }

    private Watching watching(FleetHost host, String session) {
        return Watching.keptOpen(client, host.address(), session, "?cols=90&rows=30&viewer=v", host.cookie());
    }

    @Test
    void it_takes_keys_and_shows_every_byte_once_although_the_broker_is_killed_while_it_prints() throws Exception {
        var session = sessionOfForge();
        var remote = watching(laptop, session + "@forge-1");
        remote.awaitText("ready");
        assertThat(remote.awaitControl("hello").path("sid").asText()).isEqualTo(session + "@forge-1");
        remote.type("one\n");
        remote.awaitText("heard one.");
        var local = Watching.keptOpen(client, forge.address(), session, "?cols=90&rows=30&viewer=w", forge.cookie());
        local.awaitText("heard one.");

        remote.type("flood\n");
        remote.awaitText("line 2000 of");
        nats.kill();
        nats.start();
        remote.awaitLongText("flooded");
        local.awaitLongText("flooded");
        remote.type("two\n");
        remote.awaitText("heard two.");
        remote.letGo();
        local.letGo();
        remote.type("end\n");
        assertThat(remote.awaitText("bye")).isEqualTo(local.awaitText("bye"));
        for (var file : nats.kept()) {
            assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(CANARY, "of what is printed");
        }
    }

    @Test
    void its_end_is_told_and_it_is_started_again_by_who_opens_it_again() throws Exception {
        var session = sessionOfForge() + "@forge-1";
        var first = Watching.open(client, laptop.address(), session, "?viewer=v", laptop.cookie());
        first.awaitText("ready");
        first.type("end\n");
        assertThat(first.closeCode()).isEqualTo(ENDED);
        var second = Watching.open(client, laptop.address(), session, "?viewer=v", laptop.cookie());
        second.awaitText("ready");
        assertThat(laptop.change("POST", "/api/sessions/" + session + "/end", "{\"force\":true}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(second.closeCode()).isEqualTo(ENDED);
        var journal = forge.read("/api/audit").toString();
        assertThat(journal).contains("@laptop-3");
    }

    @Test
    void a_host_that_does_not_let_others_drive_and_a_session_that_is_not_there_are_refused() throws Exception {
        var _ = sessionOfForge();
        var id = laptop.session("Slides");
        Waiting.until(() -> forge.lists("laptop-3", "Slides"));
        Waiting.until(() -> forge.host("laptop-3").path("online").asBoolean());
        var refused =
                Watching.open(client, forge.address(), "engine_1:" + id + "@laptop-3", "?viewer=v", forge.cookie());
        assertThat(refused.closeCode()).isEqualTo(NOT_STARTED);
        var unknown = Watching.open(client, laptop.address(), "engine_1:none@forge-1", "?viewer=v", laptop.cookie());
        assertThat(unknown.closeCode()).isEqualTo(UNKNOWN);
    }
}
