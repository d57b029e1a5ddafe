package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.broker.NatsServer;
import dev.svc.server.fleet.broker.TlsAuthority;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A nats-server whose certificate no Java takes, as people meet it.
@Timeout(Waiting.SECONDS)
class FleetTlsIT {
    private static final String WHY = "certificate of the broker 127.0.0.1 is of an authority that Java does not trust";

    @TempDir
    private Path folder;

    private static String told(FleetHost host, ExitCode code, String... words) throws Exception {
        try (var command = Started.svc(host.home, host.environment, words)) {
            assertThat(command.exitCode()).as(command.err()).isEqualTo(code.number());
            return command.out() + command.err();
        }
    }

    @Test
    void what_is_wrong_with_a_certificate_is_told_by_every_command_and_by_the_service() throws Exception {
        var root = folder.toRealPath();
        var authority = new TlsAuthority(Files.createDirectories(root.resolve("authority")));
        try (var nats = new NatsServer(
                        Files.createDirectories(root.resolve("nats")), authority.issue("hub", "ip:127.0.0.1"));
                var forge = new FleetHost(root, "forge");
                var laptop = new FleetHost(root, "laptop")) {
            nats.start();
            var url = nats.url().replace("nats://", "tls://");
            assertThat(told(forge, ExitCode.OK, "fleet", "init", url, "--name", "forge-1"))
                    .contains(WHY, "goes on trying");
            assertThat(told(forge, ExitCode.FAILED, "fleet", "status")).contains(WHY, "docs/fleet.md");
            var word = forge.command("fleet", "invite").replaceAll("^svc fleet join '|'$", "");
            assertThat(told(laptop, ExitCode.FAILED, "fleet", "join", word)).contains(WHY);
            forge.serve();
            Waiting.until(() -> forge.read("/api/hosts")
                    .path("broker")
                    .path("trouble")
                    .asText("")
                    .contains(WHY));
        } finally {
            Started.endAll(root);
        }
    }
}
