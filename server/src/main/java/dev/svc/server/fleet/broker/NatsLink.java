package dev.svc.server.fleet.broker;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.PurgeOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/// One connection to NATS. It counts as lost as soon as the stream does not take what is put: the stream may
/// have been removed while the connection stayed.
final class NatsLink implements BrokerLink {
    private static final Logger LOG = Logger.getLogger(NatsLink.class.getName());
    private static final long PATIENCE_SECONDS = 10;

    /// Whoever calls gives up before that.
    private static final Duration LONGEST_CALL = Duration.ofMinutes(1);

    /// What is not opened yet; the client drops what comes beyond that.
    private static final long MOST_CALLS = 1_000;

    private static final long MOST_CALL_BYTES = 16 << 20;

    private final Connection connection;
    private final JetStream streams;
    private final String stream;
    private final String prefix;
    private final String asking;
    private final String calling;
    private final Instant since = Instant.now();
    private volatile boolean broken;
    private volatile boolean renewed;

    NatsLink(Connection connection, String stream, String prefix, String asking, String calling) throws IOException {
        this.connection = connection;
        this.streams = connection.jetStream();
        this.stream = stream;
        this.prefix = prefix;
        this.asking = asking;
        this.calling = calling;
    }

    boolean isThere() {
        return !broken && connection.getStatus() == Connection.Status.CONNECTED;
    }

    @Override
    public CompletableFuture<Void> put(String key, byte[] message) {
        if (!isThere()) {
            return CompletableFuture.failedFuture(new IOException("not connected"));
        }
        try {
            return streams.publishAsync(prefix + key, message)
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .whenComplete((_, failed) -> {
                        if (failed != null) {
                            broken = true;
                        }
                    })
                    .thenAccept(_ -> {});
        } catch (RuntimeException lost) {
            broken = true;
            return CompletableFuture.failedFuture(lost);
        }
    }

    @Override
    public void remove(String key) throws IOException {
        try {
            var management = connection.jetStreamManagement();
            management.purgeStream(stream, PurgeOptions.subject(prefix + key));
            management.purgeStream(stream, PurgeOptions.subject(prefix + key + ".>"));
        } catch (JetStreamApiException | RuntimeException failed) {
            throw new IOException("the broker did not remove it", failed);
        }
    }

    @Override
    public byte[] ask(String name, byte[] request, Duration atMost) throws IOException {
        try {
            var answer = connection.request(asking + name, request, atMost);
            if (answer == null || answer.getData() == null || answer.isStatusMessage()) {
                throw new IOException("nobody answers");
            }
            return answer.getData();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", stopped);
        } catch (RuntimeException lost) {
            throw new IOException("the connection to the broker was lost", lost);
        }
    }

    @Override
    public void serve(String host, Consumer<ArrivingCall> calls) {
        var subject = calling + host + '.';
        var dispatcher = connection.createDispatcher(message -> {
            var back = message.getReplyTo();
            if (back != null) {
                var door = message.getSubject().substring(subject.length());
                calls.accept(new ArrivingCall(door, message.getData(), answer -> answer(back, answer)));
            }
        });
        dispatcher.setPendingLimits(MOST_CALLS, MOST_CALL_BYTES);
        dispatcher.subscribe(subject + '*');
    }

    private void answer(String back, byte[] answer) {
        try {
            connection.publish(back, answer);
        } catch (RuntimeException lost) {
            LOG.log(Level.FINE, "an answer that nobody waits for any more", lost);
        }
    }

    @Override
    public CompletableFuture<byte[]> call(String host, String door, byte[] message) {
        try {
            return connection
                    .requestWithTimeout(calling + host + '.' + door, message, LONGEST_CALL)
                    .thenApply(answer -> {
                        if (answer.isStatusMessage() || answer.getData() == null) {
                            throw new CompletionException(new IOException("nobody answers"));
                        }
                        return answer.getData();
                    });
        } catch (RuntimeException lost) {
            return CompletableFuture.failedFuture(lost);
        }
    }

    @Override
    public void drop() {
        broken = true;
    }

    @Override
    public void renew() {
        renewed = true;
        broken = true;
    }

    boolean isRenewed() {
        return renewed;
    }

    @Override
    public Instant since() {
        return since;
    }

    @Override
    public Duration roundTrip() throws IOException {
        try {
            return connection.RTT();
        } catch (RuntimeException lost) {
            throw new IOException("the connection to the broker was lost", lost);
        }
    }
}
