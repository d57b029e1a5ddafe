package dev.svc.server.fleet;

import dev.svc.server.fleet.broker.BrokerAddress;
import dev.svc.server.fleet.broker.NatsBroker;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.HostKeys;
import dev.svc.server.fleet.envelope.Joining;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.Seal;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.row.RemoteRow.RemoteMarks;
import dev.svc.server.fleet.row.RowMessage;
import dev.svc.server.fleet.view.Presence;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// Hosts that came into a real fleet and say what hosts say, sealed and signed, of sessions that are made up. They hear
/// nothing, so that many of them fit into one process.
public final class FleetCrowd implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int IN_FLIGHT = 1_024;
    private static final int NUMBERS_A_MILLISECOND_BITS = 10;
    private static final int FOLDERS = 40;
    private static final int PROJECTS = 8;
    private static final int ENGINES = 6;
    private static final Instant NEWEST = Instant.parse("2026-11-28T10:00:00Z");
    private static final List<String> WORDS = List.of(
            "mend",
            "the",
            "upload",
            "test",
            "slides",
            "for",
            "review",
            "of",
            "checkout",
            "parser",
            "when",
            "a",
            "token",
            "is",
            "missing",
            "and",
            "retry",
            "search",
            "index",
            "on",
            "restart",
            "rename",
            "export",
            "with",
            "facets");

    private final Connection connection;
    private final JetStream streams;
    private final String prefix;
    private final List<Publisher> publishers;
    private final Semaphore inFlight = new Semaphore(IN_FLIGHT);

    private record Publisher(int index, String host, Seal seal) {}

    private FleetCrowd(Connection connection, String fleet, List<Publisher> publishers) throws IOException {
        this.connection = connection;
        this.streams = connection.jetStream();
        this.prefix = "svc." + fleet + '.';
        this.publishers = List.copyOf(publishers);
    }

    /// Lets hosts in, by invitations of the host that made the fleet, whose service answers them.
    ///
    /// @param broker its URL
    /// @param founder the fleet's folder of that host
    /// @param hosts how many
    public static FleetCrowd join(String broker, Path founder, int hosts) throws Exception {
        var founding = new Founding(new FleetFolder(founder), InstantSource.system(), RANDOM);
        var numbers = new AtomicLong(System.currentTimeMillis() << NUMBERS_A_MILLISECOND_BITS);
        var publishers = new ArrayList<Publisher>();
        var fleet = "";
        for (int i = 0; i < hosts; i++) {
            var invitation = founding.invite(broker, Duration.ofMinutes(10));
            fleet = invitation.fleet().name();
            var keys = HostKeys.make(RANDOM);
            var address = BrokerAddress.find(broker).orElseThrow();
            try (var visit = new BrokerVisit(new NatsBroker(address, fleet))) {
                var answer = visit.join(invitation, keys, "crowd-" + i, RANDOM, Duration.ofMinutes(1), () -> {});
                if (!(answer instanceof Joining.Admitted admitted)) {
                    throw new IllegalStateException("not let in: " + answer);
                }
                var seal = new Seal(admitted.charter(), keys, numbers::getAndIncrement, InstantSource.system(), RANDOM);
                publishers.add(new Publisher(i, keys.id(), seal));
            }
        }
        return new FleetCrowd(Nats.connect(broker), fleet, publishers);
    }

    /// Each says its share of so many rows.
    ///
    /// @param round another one makes other titles for the same sessions
    public void publish(int rows, int round) {
        IntStream.range(0, publishers.size()).parallel().forEach(at -> {
            var publisher = publishers.get(at);
            int share = rows / publishers.size() + (at < rows % publishers.size() ? 1 : 0);
            var together = new LinkedHashMap<String, byte[]>();
            for (int number = 0; number < share; number++) {
                var row = row(publisher.index(), number, round);
                var key = "row." + publisher.host() + '.'
                        + publisher.seal().hidden(row.id().toString());
                together.put(key, RowMessage.of(row));
                if (together.size() == Seal.TOGETHER || number == share - 1) {
                    publisher.seal().sealAll(MessageKind.ROW, together).forEach(this::put);
                    together.clear();
                }
            }
        });
        inFlight.acquireUninterruptibly(IN_FLIGHT);
        inFlight.release(IN_FLIGHT);
    }

    /// Each says that it is there, as hosts do every few seconds.
    public void beat() {
        for (var publisher : publishers) {
            var said = new Presence("bench", null, Allowance.LIST).now(false, true, null);
            var key = "here." + publisher.host();
            put(key, publisher.seal().seal(MessageKind.PRESENCE, key, said.written()));
        }
    }

    private void put(String key, byte[] message) {
        inFlight.acquireUninterruptibly();
        var _ = streams.publishAsync(prefix + key, message).whenComplete((_, failed) -> {
            inFlight.release();
            if (failed != null) {
                System.err.println("not taken: " + failed.getMessage());
            }
        });
    }

    /// A row of about 400 bytes, the same one for the same numbers.
    static RemoteRow row(int host, int number, int round) {
        var random = new Random(host * 1_000_003L + number);
        var updated = NEWEST.minusSeconds(random.nextInt(90 * 86_400)).plusSeconds(round);
        return new RemoteRow(
                new SessionId(
                        EngineKey.of(1 + random.nextInt(ENGINES)),
                        new UUID(random.nextLong(), random.nextLong()).toString()),
                words(random, 6) + (round == 0 ? "" : " " + round),
                "engine",
                words(random, 18),
                "/home/ada/work/%s-%d".formatted(WORDS.get(random.nextInt(WORDS.size())), random.nextInt(FOLDERS)),
                random.nextInt(3) == 0 ? "project " + random.nextInt(PROJECTS) : null,
                new RemoteMarks(random.nextInt(200) == 0, random.nextInt(10) == 0, false, null),
                updated.minusSeconds(random.nextInt(100_000)),
                updated,
                random.nextInt(400),
                "a-model-1",
                "main",
                random.nextInt(4_000_000),
                Status.OFF,
                false,
                false,
                null);
    }

    private static String words(Random random, int count) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return text.toString();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
