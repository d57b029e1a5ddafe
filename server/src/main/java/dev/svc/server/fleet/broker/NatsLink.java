package dev.svc.server.fleet.broker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.PurgeOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

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

    private static final long MOST_SAID = 100_000;
    private static final long MOST_SAID_BYTES = 64 << 20;

    private final Connection connection;
    private final JetStream streams;
    private final String stream;
    private final Names names;
    private final BrokerLog log;
    private final Instant since = Instant.now();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable Dispatcher listening;

    private volatile boolean broken;
    private volatile boolean renewed;

    /// What stands before the names of a fleet.
    ///
    /// @param stored of keys
    /// @param asking of questions of those who are in no fleet yet
    /// @param calling of hosts that are called
    /// @param saying of what is said and not kept
    record Names(String stored, String asking, String calling, String saying) {}

    NatsLink(Connection connection, String stream, Names names, BrokerLog log) throws IOException {
        this.connection = connection;
        this.streams = connection.jetStream();
        this.stream = stream;
        this.names = names;
        this.log = log;
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
            return streams.publishAsync(names.stored() + key, message)
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
            management.purgeStream(stream, PurgeOptions.subject(names.stored() + key));
            management.purgeStream(stream, PurgeOptions.subject(names.stored() + key + ".>"));
        } catch (JetStreamApiException | RuntimeException failed) {
            throw new IOException("the broker did not remove it", failed);
        }
    }

    @Override
    public byte[] ask(String name, byte[] request, Duration atMost) throws IOException {
        try {
            var answer = connection.request(names.asking() + name, request, atMost);
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
        var subject = names.calling() + host + '.';
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
                    .requestWithTimeout(names.calling() + host + '.' + door, message, LONGEST_CALL)
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
    public AutoCloseable listen(String name, Consumer<byte[]> messages) throws IOException {
        try {
            var dispatcher = listening();
            var subscription =
                    dispatcher.subscribe(names.saying() + name, message -> messages.accept(message.getData()));
            return () -> {
                if (isThere()) {
                    dispatcher.unsubscribe(subscription);
                }
            };
        } catch (RuntimeException lost) {
            throw new IOException("the connection to the broker was lost", lost);
        }
    }

    /// One thread for all that listen: each only notes what came.
    private Dispatcher listening() {
        lock.lock();
        try {
            var made = listening;
            if (made == null) {
                made = connection.createDispatcher();
                made.setPendingLimits(MOST_SAID, MOST_SAID_BYTES);
                listening = made;
            }
            return made;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void say(String name, byte[] message) throws IOException {
        try {
            connection.publish(names.saying() + name, message);
        } catch (RuntimeException lost) {
            throw new IOException("the connection to the broker was lost", lost);
        }
    }

    @Override
    public BrokerLog log() {
        return log;
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
