package dev.svc.server.fleet;

import com.sun.management.OperatingSystemMXBean;
import dev.svc.server.fleet.broker.Broker;
import dev.svc.server.fleet.broker.BrokerAddress;
import dev.svc.server.fleet.broker.NatsBroker;
import dev.svc.server.fleet.broker.NatsServer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Measures what comes after a cut: two hosts, of which one has changed much while the broker was away. See
/// docs/bench/fleet-rows.sh.
///
/// Arguments: a folder, how many changes.
public final class FleetCutBench {
    private static final long MOST_SECONDS = 1_200;

    private final int changes;

    private FleetCutBench(int changes) {
        this.changes = changes;
    }

    public static void main(String[] arguments) throws Exception {
        new FleetCutBench(Integer.parseInt(arguments[1])).measure(Path.of(arguments[0]));
    }

    private void measure(Path folder) throws Exception {
        try (var nats = new NatsServer(Files.createDirectories(folder.resolve("nats")))) {
            nats.start();
            var journal = new TestJournal();
            var _ = new Founding(new FleetFolder(folder.resolve("forge")), InstantSource.system(), FleetNode.RANDOM)
                    .init("forge-1");
            var network = new FleetFolder(folder.resolve("forge"))
                    .membership()
                    .orElseThrow()
                    .fleet()
                    .name();
            try (var forge = FleetNode.again(folder.resolve("forge"), broker(nats, network), journal)
                    .start()) {
                until(() -> forge.fleet.forwarder().isSynced());
                try (var laptop = forge.invite(folder.resolve("laptop"), "laptop-3", broker(nats, network))
                        .start()) {
                    measure(nats, forge, laptop, journal);
                }
            }
        }
    }

    private static Broker broker(NatsServer nats, String fleet) {
        return new NatsBroker(BrokerAddress.find(nats.url()).orElseThrow(), fleet);
    }

    private void measure(NatsServer nats, FleetNode forge, FleetNode laptop, TestJournal journal) throws Exception {
        for (int i = 0; i < changes; i++) {
            forge.set(i, "before");
        }
        until(() -> seen(laptop) == changes && isCopied(forge));
        nats.kill();
        until(() -> forge.fleet.status().trouble() != null);
        long queuing = System.nanoTime();
        for (int i = 0; i < changes; i++) {
            forge.set(i, "meanwhile " + i);
            forge.note("{\"type\":\"renamed\",\"subject\":\"session:engine_1:session-%d\",\"title\":\"meanwhile %d\"}"
                    .formatted(i, i));
        }
        System.out.printf(
                Locale.ROOT, "noting a change while the broker is away: %.1f µs%n", microseconds(queuing) / changes);
        long idle = cpu();
        TimeUnit.SECONDS.sleep(20);
        System.out.printf(
                Locale.ROOT,
                "processor of both hosts while it is away, with %d changes waiting: %.2f %% of a core%n",
                changes,
                (cpu() - idle) / 20e9 * 100);
        nats.start();
        until(() -> forge.fleet.status().trouble() == null);
        long began = System.nanoTime();
        until(() -> isCopied(forge));
        double copied = microseconds(began) / 1e6;
        until(() -> forge.fleet.forwarder().isSynced() && isNew(laptop));
        double shown = microseconds(began) / 1e6;
        System.out.printf(
                Locale.ROOT,
                "after the cut, from the connection on: %d entries of the journal copied after %.1f s,"
                        + " %d rows on the other host after %.1f s (%.0f a second)%n",
                journal.lines().size(),
                copied,
                changes,
                shown,
                changes / shown);
    }

    private static boolean isCopied(FleetNode node) {
        return node.fleet.copier().status().current();
    }

    private static int seen(FleetNode node) {
        return node.view.hosts().stream().mapToInt(it -> it.sessions()).sum();
    }

    private boolean isNew(FleetNode laptop) {
        for (int i = changes - 1; i >= 0; i--) {
            var found = laptop.view.find(FleetNode.session(i), "forge-1");
            if (found.isEmpty()
                    || !("meanwhile " + i).equals(found.get().row().unpacked().title())) {
                return false;
            }
        }
        return true;
    }

    private static double microseconds(long since) {
        return (System.nanoTime() - since) / 1e3;
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("gave up waiting");
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
