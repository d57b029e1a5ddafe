package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.broker.NatsServer;
import dev.svc.server.fleet.broker.TlsAuthority;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A nats-server whose certificate no Java takes, as people meet it.
class FleetTlsIT {
    private static final String WHY = "certificate of the broker 127.0.0.1 is of an authority that Java does not trust";

    @TempDir
    private Path folder;

    private Path root = Path.of("");
    private NatsServer nats;
    private FleetHost forge;

    @BeforeEach
    void a_broker_with_a_certificate_of_nobody_known() throws Exception {
        root = folder.toRealPath();
        var authority = new TlsAuthority(Files.createDirectories(root.resolve("authority")));
        nats = new NatsServer(Files.createDirectories(root.resolve("nats")), authority.issue("hub", "ip:127.0.0.1"));
        nats.start();
        forge = new FleetHost(root, "forge");
    }

    @AfterEach
    void end() {
        forge.close();
        Started.endAll(root);
        nats.close();
    }

    private static String told(FleetHost host, ExitCode code, String... words) throws Exception {
        try (var command = Started.svc(host.home, host.environment, words)) {
            assertThat(command.exitCode()).as(command.err()).isEqualTo(code.number());
            return command.out() + command.err();
        }
    }

    private String init() throws Exception {
        return told(forge, ExitCode.OK, "fleet", "init", nats.url().replace("nats://", "tls://"), "--name", "forge-1");
    }

    @Test
    void who_makes_a_fleet_and_who_asks_how_it_is_are_told_what_is_wrong_with_it() throws Exception {
        assertThat(init()).contains(WHY, "goes on trying");
        assertThat(told(forge, ExitCode.FAILED, "fleet", "status")).contains(WHY, "docs/fleet.md");
    }

    @Test
    void who_joins_is_told_what_is_wrong_with_it() throws Exception {
        init();
        var word = forge.command("fleet", "invite").replaceAll("^svc fleet join '|'$", "");
        try (var laptop = new FleetHost(root, "laptop")) {
            assertThat(told(laptop, ExitCode.FAILED, "fleet", "join", word)).contains(WHY);
        }
    }

    @Test
    void the_service_says_what_is_wrong_with_it() throws Exception {
        init();
        forge.serve();
        Waiting.until(() -> forge.read("/api/hosts")
                .path("broker")
                .path("trouble")
                .asText("")
                .contains(WHY));
    }
}
