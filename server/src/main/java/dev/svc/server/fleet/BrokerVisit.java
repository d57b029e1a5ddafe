package dev.svc.server.fleet;

import dev.svc.server.fleet.broker.Broker;
import dev.svc.server.fleet.broker.BrokerLink;
import dev.svc.server.fleet.broker.BrokerListener;
import dev.svc.server.fleet.broker.BrokerLog;
import dev.svc.server.fleet.broker.Delivered;
import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.HostKeys;
import dev.svc.server.fleet.envelope.Invitation;
import dev.svc.server.fleet.envelope.Joining;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.envelope.Unsealing;
import dev.svc.server.fleet.view.Presence;
import dev.svc.server.fleet.wire.MalformedException;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/// One look at the broker, for a command that runs beside the service or without it. It says nothing of this
/// host.
public final class BrokerVisit implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(BrokerVisit.class.getName());
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Broker broker;
    private final Looking looking = new Looking();

    /// @param broker not started yet
    public BrokerVisit(Broker broker) {
        this.broker = broker;
        broker.start(looking);
    }

    private static final class Looking implements BrokerListener {
        private volatile CompletableFuture<BrokerLink> link = new CompletableFuture<>();
        private final CompletableFuture<List<Delivered>> there = new CompletableFuture<>();
        private final List<Delivered> found = new ArrayList<>();
        private volatile String trouble = "the broker does not answer";

        @Override
        public void connected(BrokerLink made) {
            link.complete(made);
        }

        @Override
        public void received(Delivered message) {
            if (!there.isDone() && !message.key().startsWith("row.")) {
                found.add(message);
            }
        }

        @Override
        public void caughtUp() {
            there.complete(List.copyOf(found));
        }

        @Override
        public void lost(String why) {
            trouble = why;
            if (link.isDone()) {
                link = new CompletableFuture<>();
            }
        }

        @Override
        public Optional<byte[]> asked(String name, byte[] request) {
            return Optional.empty();
        }
    }

    private <T> T await(CompletableFuture<T> future, Duration atMost) throws IOException {
        try {
            return future.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", stopped);
        } catch (ExecutionException | TimeoutException never) {
            throw new IOException(looking.trouble, never);
        }
    }

    /// How long the broker takes to answer.
    public Duration roundTrip(Duration atMost) throws IOException {
        return await(looking.link, atMost).roundTrip();
    }

    /// Hands a charter to all hosts.
    public void announce(Charter charter, Duration atMost) throws IOException {
        var _ = await(await(looking.link, atMost).put(Fleet.CHARTER, charter.written()), atMost);
    }

    /// The logs of the fleet.
    public BrokerLog log(Duration atMost) throws IOException {
        return await(looking.link, atMost).log();
    }

    /// What a host said of itself, and when it did by its own clock.
    public record Said(Presence presence, Instant at) {}

    /// What all members said of themselves last, by their ids.
    public Map<String, Said> presences(Charter charter, Duration atMost) throws IOException {
        var unsealing = new Unsealing(charter);
        var said = new LinkedHashMap<String, Said>();
        for (var message : await(looking.there, atMost)) {
            if (message.key().startsWith("here.")) {
                try {
                    var opened = unsealing.open(MessageKind.PRESENCE, message.key(), message.message());
                    if (message.key().equals("here." + opened.sender().id())) {
                        said.put(opened.sender().id(), new Said(Presence.read(opened.payload()), opened.time()));
                    }
                } catch (RefusedException | MalformedException notOfAMember) {
                    LOG.log(Level.FINE, "dropped", notOfAMember);
                }
            }
        }
        return said;
    }

    /// Asks to join until the host that made the invitation answers.
    ///
    /// @param waiting called once, when the first request has got no answer
    public Joining.JoinAnswer join(
            Invitation invitation, HostKeys host, String name, SecureRandom random, Duration atMost, Runnable waiting)
            throws IOException {
        long end = System.nanoTime() + atMost.toNanos();
        var link = await(looking.link, ANSWER.multipliedBy(2));
        byte[] request = Joining.request(invitation, host, name, random);
        boolean isTold = false;
        while (true) {
            try {
                byte[] answer = link.ask(invitation.id(), request, ANSWER);
                var read = Joining.answer(invitation, request, answer, host);
                if (read.isPresent()) {
                    return read.get();
                }
            } catch (IOException nobody) {
                // It may not run at this moment, or the broker may be away.
                link = await(looking.link, ANSWER);
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException("the host that made the invitation does not answer: is its service running?");
            }
            if (!isTold) {
                isTold = true;
                waiting.run();
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.SECONDS.sleep(1);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", stopped);
        }
    }

    @Override
    public void close() {
        broker.close();
    }
}
