package dev.svc.server.fleet.broker;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.PublishOptions;
import io.nats.client.PurgeOptions;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.PublishAck;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfoOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The logs of a fleet are one stream of JetStream beside that of its rows, a subject a log. It is bounded by bytes
/// and refuses what is new when it is full: old messages are what a copy is made for.
final class NatsLog implements BrokerLog {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// What the stream takes at most: the first of these that the broker has room for when it is made.
    private static final long[] SIZES = {1L << 30, 256L << 20, 64L << 20};

    private static final int STREAM_IS_MISSING = 10_059;
    private static final int NAME_IS_TAKEN = 10_058;
    private static final int NO_SUCH_MESSAGE = 10_037;
    private static final int ENDS_ELSEWHERE = 10_071;
    private static final Set<Integer> NO_ROOM = Set.of(10_023, 10_047, 10_077);

    /// A broker keeps messages under such subjects as well. Whoever would remove such a log would remove all.
    private static final Pattern WILD = Pattern.compile("[*>]");

    private final Connection connection;
    private final String stream;
    private final String prefix;

    /// @param stream its name
    /// @param prefix what stands before the names of logs
    NatsLog(Connection connection, String stream, String prefix) {
        this.connection = connection;
        this.stream = stream;
        this.prefix = prefix;
    }

    private interface Asking<T> {
        T ask(JetStreamManagement management) throws IOException, JetStreamApiException;
    }

    private <T> T asked(Asking<T> asking) throws IOException {
        try {
            return asking.ask(connection.jetStreamManagement(
                    JetStreamOptions.builder().requestTimeout(PATIENCE).build()));
        } catch (JetStreamApiException refused) {
            throw failure(refused);
        } catch (RuntimeException lost) {
            throw new IOException("the connection to the broker was lost", lost);
        }
    }

    private static IOException failure(JetStreamApiException refused) {
        if (refused.getApiErrorCode() == ENDS_ELSEWHERE) {
            return new LogMovedException();
        }
        if (NO_ROOM.contains(refused.getApiErrorCode())) {
            return new LogFullException("the broker has no room for more copies of journals");
        }
        return new IOException("the broker refuses it: " + refused.getErrorDescription(), refused);
    }

    private static void requireStream(JetStreamManagement management, String name, String subjects)
            throws IOException, JetStreamApiException {
        try {
            var _ = management.getStreamInfo(name);
        } catch (JetStreamApiException missing) {
            if (missing.getApiErrorCode() != STREAM_IS_MISSING) {
                throw missing;
            }
            make(management, name, subjects);
        }
    }

    private static void make(JetStreamManagement management, String name, String subjects)
            throws IOException, JetStreamApiException {
        for (int at = 0; ; at++) {
            try {
                var _ = management.addStream(StreamConfiguration.builder()
                        .name(name)
                        .subjects(subjects)
                        .storageType(StorageType.File)
                        .maxBytes(SIZES[at])
                        .discardPolicy(DiscardPolicy.New)
                        .build());
                return;
            } catch (JetStreamApiException refused) {
                if (refused.getApiErrorCode() == NAME_IS_TAKEN) {
                    return; // another host has made it at the same moment
                }
                if (!NO_ROOM.contains(refused.getApiErrorCode()) || at == SIZES.length - 1) {
                    throw refused;
                }
            }
        }
    }

    @Override
    public LogEnd end(String name) throws IOException {
        return asked(management -> {
            requireStream(management, stream, prefix + ">");
            var subject = prefix + name;
            var counts = management
                    .getStreamInfo(stream, StreamInfoOptions.filterSubjects(subject))
                    .getStreamState()
                    .getSubjectMap();
            var count = counts == null ? null : counts.get(subject);
            return count == null
                    ? LogEnd.NONE
                    : new LogEnd(count, last(management, subject).orElse(null));
        });
    }

    private Optional<LoggedMessage> last(JetStreamManagement management, String subject)
            throws IOException, JetStreamApiException {
        try {
            var found = management.getLastMessage(stream, subject);
            byte[] data = found.getData();
            return Optional.of(new LoggedMessage(found.getSeq(), data == null ? new byte[0] : data));
        } catch (JetStreamApiException none) {
            if (none.getApiErrorCode() == NO_SUCH_MESSAGE) {
                return Optional.empty();
            }
            throw none;
        }
    }

    @Override
    public long append(String name, long after, String id, byte[] message) throws IOException {
        return asked(management -> {
            var subject = prefix + name;
            var taken = publish(subject, after, message, id);
            if (!taken.isDuplicate() || isLast(management, subject, taken.getSeqno())) {
                return taken.getSeqno();
            }
            // The broker remembers ids for longer than messages that were removed.
            return publish(subject, after, message, null).getSeqno();
        });
    }

    private boolean isLast(JetStreamManagement management, String subject, long place)
            throws IOException, JetStreamApiException {
        return last(management, subject).filter(it -> it.place() == place).isPresent();
    }

    private PublishAck publish(String subject, long after, byte[] message, @Nullable String id)
            throws IOException, JetStreamApiException {
        var options = PublishOptions.builder().expectedStream(stream).expectedLastSubjectSequence(after);
        return connection
                .jetStream(JetStreamOptions.builder().requestTimeout(PATIENCE).build())
                .publish(subject, message, (id == null ? options : options.messageId(id)).build());
    }

    @Override
    public void read(String name, Reading each) throws IOException {
        long end = end(name).place();
        if (end == 0) {
            return;
        }
        try {
            var subscription = connection
                    .jetStream()
                    .subscribe(
                            prefix + name,
                            PushSubscribeOptions.builder().ordered(true).stream(stream)
                                    .configuration(ConsumerConfiguration.builder()
                                            .ackPolicy(AckPolicy.None)
                                            .deliverPolicy(DeliverPolicy.All)
                                            .build())
                                    .build());
            try {
                long place = 0;
                while (place < end) {
                    var message = subscription.nextMessage(PATIENCE);
                    if (message == null) {
                        throw new IOException("the broker stopped before the end of what it has");
                    }
                    place = message.metaData().streamSequence();
                    each.take(new LoggedMessage(place, message.getData()));
                }
            } finally {
                subscription.unsubscribe();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", stopped);
        } catch (JetStreamApiException refused) {
            throw failure(refused);
        } catch (RuntimeException lost) {
            throw new IOException("the connection to the broker was lost", lost);
        }
    }

    @Override
    public void remove(String name) throws IOException {
        var _ = asked(management -> {
            requireStream(management, stream, prefix + ">");
            return management.purgeStream(stream, PurgeOptions.subject(prefix + name));
        });
    }

    @Override
    public Set<String> names() throws IOException {
        return asked(management -> {
            requireStream(management, stream, prefix + ">");
            var counts = management
                    .getStreamInfo(stream, StreamInfoOptions.allSubjects())
                    .getStreamState()
                    .getSubjectMap();
            return counts == null
                    ? Set.of()
                    : counts.keySet().stream()
                            .filter(it -> it.startsWith(prefix))
                            .map(it -> it.substring(prefix.length()))
                            .filter(it -> !WILD.matcher(it).find())
                            .collect(Collectors.toUnmodifiableSet());
        });
    }
}
