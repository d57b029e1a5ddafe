package dev.svc.server.fleet.broker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Options.HostnameResolveMode;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The broker is NATS with JetStream: one stream a fleet, one subject a key, one message kept of each
/// subject.
///
/// Connections are not mended but replaced: what comes after a break begins with everything that is stored,
/// as at the first one.
public final class NatsBroker implements Broker {
    private static final Logger LOG = Logger.getLogger(NatsBroker.class.getName());
    private static final String LEAST_VERSION = "2.9.0";
    private static final String RENEWED = "everything is said anew, under another secret";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final int QUIET_LOOKS = 8;
    private static final int STREAM_IS_MISSING = 10_059;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /// A connection that held for so long was a good one. After shorter ones the pauses grow: a broker that is full
    /// breaks each of them, and everything is read anew at the next.
    private static final Duration GOOD = Duration.ofSeconds(30);

    private final BrokerAddress address;
    private final @Nullable SSLContext trusted;
    private final String stream;
    private final String prefix;
    private final String asking;
    private final String calling;
    private final String saying;
    private final String logs;
    private final String logging;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private boolean closed;

    private volatile @Nullable BrokerListener listener;

    /// @param fleet its name at the broker
    public NatsBroker(BrokerAddress address, String fleet) {
        this(address, fleet, null);
    }

    /// @param trusted whose certificates are taken; null for those that Java takes
    NatsBroker(BrokerAddress address, String fleet, @Nullable SSLContext trusted) {
        this.address = address;
        this.trusted = trusted;
        this.stream = "svc-" + fleet;
        this.prefix = "svc." + fleet + ".";
        this.asking = "svc-ask." + fleet + ".";
        this.calling = "svc-call." + fleet + ".";
        this.saying = "svc-line." + fleet + ".";
        this.logs = "svc-journal-" + fleet;
        this.logging = "svc-journal." + fleet + ".";
        this.thread = Thread.ofPlatform().daemon().name("fleet-broker").unstarted(this::run);
    }

    @Override
    public void start(BrokerListener toTell) {
        listener = toTell;
        thread.start();
    }

    private void run() {
        var told = Objects.requireNonNull(listener);
        var pause = FIRST_PAUSE;
        while (!isClosed()) {
            long begin = System.nanoTime();
            var tls = new BrokerTls(trusted);
            String why;
            try {
                var connection = Nats.connect(options(tls));
                why = servedUntilClosed(connection, told);
            } catch (AuthenticationException refused) {
                why = "the broker refuses the name, password or token that stands in its address";
            } catch (IOException | JetStreamApiException | RuntimeException failed) {
                LOG.log(Level.FINE, "broker", failed);
                why = sentence(failed, tls);
            } catch (InterruptedException stopped) {
                return;
            }
            told.lost(why);
            pause = why.equals(RENEWED) ? FIRST_PAUSE : pauseAfter(Duration.ofNanos(System.nanoTime() - begin), pause);
            rest(pause);
        }
    }

    /// @param held how long the connection was there, or was tried
    /// @param pause the one before it
    static Duration pauseAfter(Duration held, Duration pause) {
        if (held.compareTo(GOOD) >= 0) {
            return FIRST_PAUSE;
        }
        var twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }

    private static String sentence(Exception failed, BrokerTls tls) {
        if (failed instanceof UnfitBrokerException unfit) {
            return String.valueOf(unfit.getMessage());
        }
        var ofCertificate = tls.trouble();
        return ofCertificate == null ? "the broker does not answer" : ofCertificate;
    }

    private Options options(BrokerTls tls) {
        return Options.builder()
                .servers(address.urls().toArray(String[]::new))
                .connectionName("svc")
                .dataPortType(BoundedPort.class.getName())
                .hostnameResolveMode(HostnameResolveMode.HappyEyeballs) // keeps the name, which a certificate is for
                .connectionTimeout(PATIENCE)
                .pingInterval(PATIENCE)
                .maxPingsOut(2)
                .maxReconnects(0)
                .requestCleanupInterval(PATIENCE)
                .errorListener(tls)
                .build();
    }

    private String servedUntilClosed(Connection connection, BrokerListener told)
            throws IOException, JetStreamApiException, InterruptedException {
        try {
            return serve(connection, told);
        } finally {
            connection.close();
        }
    }

    /// Until the connection is lost; returns why.
    private String serve(Connection connection, BrokerListener told)
            throws IOException, JetStreamApiException, InterruptedException {
        long last = requireStream(connection);
        var link = new NatsLink(
                connection,
                stream,
                new NatsLink.Names(prefix, asking, calling, saying),
                new NatsLog(connection, logs, logging));
        var asked = connection.createDispatcher(message -> answer(connection, told, message));
        asked.subscribe(asking + "*");
        told.connected(link);
        var subscription = connection
                .jetStream()
                .subscribe(
                        prefix + ">",
                        PushSubscribeOptions.builder().ordered(true).stream(stream)
                                .configuration(ConsumerConfiguration.builder()
                                        .ackPolicy(AckPolicy.None)
                                        .deliverPolicy(DeliverPolicy.LastPerSubject)
                                        .build())
                                .build());
        return read(subscription, link, told, last);
    }

    private String read(JetStreamSubscription subscription, NatsLink link, BrokerListener told, long last)
            throws InterruptedException {
        boolean isBehind = true;
        int quiet = 0;
        while (!isClosed()) {
            if (!link.isThere()) {
                return link.isRenewed() ? RENEWED : "the connection to the broker was lost";
            }
            Message message;
            try {
                message = subscription.nextMessage(LOOK);
            } catch (IllegalStateException ended) {
                return "the connection to the broker was lost";
            }
            boolean isEnd;
            if (message == null) {
                quiet++;
                isEnd = last == 0 || quiet >= QUIET_LOOKS;
            } else {
                quiet = 0;
                long sequence = message.metaData().streamSequence();
                boolean isFresh = sequence > last;
                told.received(
                        new Delivered(message.getSubject().substring(prefix.length()), message.getData(), isFresh));
                // The broker's pending count includes removed messages and may never reach zero.
                isEnd = isFresh || message.metaData().pendingCount() == 0;
            }
            if (isBehind && isEnd) {
                isBehind = false;
                told.caughtUp();
            }
        }
        return "closed";
    }

    private static void answer(Connection connection, BrokerListener told, Message message) {
        if (message.getReplyTo() != null) {
            var name = message.getSubject().substring(message.getSubject().lastIndexOf('.') + 1);
            told.asked(name, message.getData()).ifPresent(answer -> connection.publish(message.getReplyTo(), answer));
        }
    }

    /// The number of the last message of the stream, which is made where it is missing. A leaf node has no JetStream of
    /// its own and passes on to the one of its hub what is asked of it, so that all are asked.
    private long requireStream(Connection connection) throws IOException, JetStreamApiException {
        if (connection.getServerInfo().isOlderThanVersion(LEAST_VERSION)) {
            throw new UnfitBrokerException("the broker is a nats-server %s, and svc needs %s or newer"
                    .formatted(connection.getServerInfo().getVersion(), LEAST_VERSION));
        }
        var management = connection.jetStreamManagement();
        try {
            var found = management.getStreamInfo(stream);
            if (found.getConfiguration().getMaxMsgsPerSubject() != 1) {
                throw new UnfitBrokerException(
                        "the broker's stream %s keeps more than one message of a subject".formatted(stream));
            }
            return found.getStreamState().getLastSequence();
        } catch (JetStreamApiException missing) {
            if (missing.getApiErrorCode() != STREAM_IS_MISSING) {
                throw missing;
            }
            return make(management);
        } catch (UnfitBrokerException unfit) {
            throw unfit;
        } catch (IOException nobody) {
            if (connection.getServerInfo().isJetStreamAvailable()) {
                throw nobody;
            }
            throw new UnfitBrokerException(
                    "the broker has no JetStream: start it with  nats-server -js  or, if it is a leaf node, see whether"
                            + " it reaches its hub",
                    nobody);
        }
    }

    /// Another host may make it at the same moment: the same stream is no error to the broker.
    private long make(JetStreamManagement management) throws IOException, JetStreamApiException {
        return management
                .addStream(StreamConfiguration.builder()
                        .name(stream)
                        .subjects(prefix + ">")
                        .storageType(StorageType.File)
                        .maxMessagesPerSubject(1)
                        .build())
                .getStreamState()
                .getLastSequence();
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void rest(Duration pause) {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
