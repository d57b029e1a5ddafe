package dev.svc.server;

import static dev.svc.server.FleetHost.CANARY;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.fleet.broker.NatsServer;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A team whose hosts reach a leaf node alone, with the configurations that docs/fleet.md has, word for word but for
/// hosts, ports and folder.
@EnabledIfSystemProperty(named = "svc.deep", matches = "true")
class FleetLeafIT {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```\n(.*?)^ *```$");

    @TempDir
    private Path folder;

    private Path root = Path.of("");
    private NatsServer hub;
    private NatsServer gate;
    private FleetHost forge;
    private FleetHost laptop;

    @BeforeEach
    void a_host_at_the_hub_and_one_behind_the_gate() throws Exception {
        root = folder.toRealPath();
        int port = freePort();
        hub = NatsServer.configured(Files.createDirectories(root.resolve("hub")), told(0, port));
        gate = NatsServer.configured(Files.createDirectories(root.resolve("gate")), told(1, port));
        hub.start();
        gate.start();
        forge = new FleetHost(root, "forge");
        forge.environment.put("SVC_FLEET_ALLOW", "organise");
        laptop = new FleetHost(root, "laptop");
        forge.command("fleet", "init", hub.url().replace("//", "//TOKEN@"), "--name", "forge-1");
        forge.serve();
        forge.environment.put("SVC_FLEET", atGate());
        var word = forge.command("fleet", "invite").replaceAll("^svc fleet join '|'$", "");
        forge.environment.remove("SVC_FLEET");
        laptop.command("fleet", "join", word, "--name", "laptop-3");
        laptop.serve();
    }

    private String atGate() {
        return gate.url().replace("//", "//TEAM-TOKEN@");
    }

    /// One of the configurations of the section.
    private static String told(int number, int port) throws IOException {
        var text = Files.readString(Path.of("../docs/fleet.md"));
        var section = text.substring(text.indexOf("## A team with a leaf node"), text.indexOf("## What is seen"));
        var blocks = BLOCK.matcher(section)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        return blocks.get(number)
                .replace("0.0.0.0", "127.0.0.1")
                .replace("@hub:7422", "@127.0.0.1:" + port)
                .replace("port: 7422", "port: " + port);
    }

    /// One that no connection of this host is given by chance before the hub takes it.
    private static int freePort() throws IOException {
        int port = 11_000 + new Random().nextInt(20_000);
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (BindException taken) {
            return freePort();
        }
    }

    @AfterEach
    void end() {
        laptop.close();
        forge.close();
        Started.endAll(root);
        gate.close();
        hub.close();
    }

    private static String trouble(FleetHost host) throws Exception {
        return host.read("/api/hosts").path("broker").path("trouble").asText("");
    }

    @Test
    void the_team_is_in_the_list_is_asked_and_has_its_copies_at_the_hub() throws Exception {
        var id = forge.session("Mend the upload " + CANARY);
        laptop.session("Slides " + CANARY);
        Waiting.until(() -> laptop.lists("forge-1", "Mend the upload " + CANARY));
        Waiting.until(() -> forge.lists("laptop-3", "Slides " + CANARY));
        Waiting.until(() -> laptop.host("forge-1").path("online").asBoolean());
        Waiting.until(() -> forge.host("laptop-3").path("online").asBoolean());
        var renamed = laptop.change(
                "POST",
                "/api/sessions/engine_1:" + id + "@forge-1/rename",
                "{\"title\":\"Asked through the gate " + CANARY + "\"}");
        assertThat(renamed.statusCode()).as(renamed.body()).isEqualTo(200);
        Waiting.until(() -> laptop.lists("forge-1", "Asked through the gate " + CANARY));
        Waiting.until(
                () -> laptop.read("/api/hosts").path("broker").path("copied").asBoolean());
        Waiting.until(() ->
                laptop.command("journal", "export", "--from-fleet", "forge-1").contains("Asked through the gate"));
        assertThat(laptop.command("fleet", "status")).contains("laptop-3, one of 2", "answers within");
        assertThat(gate.kept()).isEmpty();
        for (var file : hub.kept()) {
            assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(CANARY, "forge-1", "laptop-3");
        }
    }

    @Test
    void a_gate_that_lost_its_hub_is_named_as_such_and_everything_comes_once_it_is_back() throws Exception {
        forge.session("before");
        Waiting.until(() -> laptop.lists("forge-1", "before"));
        hub.kill();
        Waiting.until(() -> trouble(laptop).contains("leaf node"));
        Waiting.until(() -> !trouble(forge).isEmpty());
        laptop.session("meanwhile");
        hub.start();
        Waiting.until(() -> forge.lists("laptop-3", "meanwhile"));
        gate.kill();
        Waiting.until(() -> !forge.host("laptop-3").path("online").asBoolean());
        gate.start();
        Waiting.until(() -> forge.host("laptop-3").path("online").asBoolean());
    }
}
