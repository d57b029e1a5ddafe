package dev.svc.server;

import dev.svc.server.fleet.broker.NatsServer;
import java.nio.file.Files;
import java.nio.file.Path;

/// A nats-server and two hosts, which become a fleet as two people would make it one.
final class FleetPair implements AutoCloseable {
    final Path root;
    final NatsServer nats;

    /// The host that makes the fleet, `forge-1`. What it allows is set before [#link].
    final FleetHost forge;

    /// The host that joins it, `laptop-3`.
    final FleetHost laptop;

    FleetPair(Path folder) throws Exception {
        root = folder.toRealPath();
        nats = new NatsServer(Files.createDirectories(root.resolve("nats")));
        nats.start();
        forge = new FleetHost(root, "forge");
        laptop = new FleetHost(root, "laptop");
    }

    /// Makes the fleet and starts both services; what the second host was told when it joined.
    String link() throws Exception {
        forge.command("fleet", "init", nats.url(), "--name", "forge-1");
        forge.serve();
        var told = join(laptop);
        laptop.serve();
        return told;
    }

    /// Lets a host in as `laptop-3`; what it was told.
    String join(FleetHost host) throws Exception {
        var word = forge.command("fleet", "invite").replaceAll("^svc fleet join '|'$", "");
        return host.command("fleet", "join", word, "--name", "laptop-3");
    }

    @Override
    public void close() {
        laptop.close();
        forge.close();
        Started.endAll(root);
        nats.close();
    }
}
