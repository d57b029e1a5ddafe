package dev.svc.server.fleet.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.broker.BrokerLink;
import dev.svc.server.fleet.call.NoAnswerException.Why;
import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.envelope.Seal;
import dev.svc.server.fleet.envelope.Unsealing;
import dev.svc.server.fleet.line.HostLine;
import dev.svc.server.fleet.line.HostLines;
import dev.svc.server.fleet.view.RemoteHost;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Calls other hosts. Who calls waits, until the answer comes or the time is over; nobody else does.
public final class Calling {
    private static final Logger LOG = Logger.getLogger(Calling.class.getName());

    /// To one host at the same time; further ones wait for their turn.
    static final int MOST_TO_ONE = 4;

    private static final int ID_BYTES = 16;

    private final SecureRandom random;
    private final HostLines lines;
    private final Consumer<DropReason> dropped;
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable Line line;

    /// One connection, under one charter.
    private record Line(BrokerLink link, Seal seal, Unsealing unsealing, String self) {}

    /// What is asked.
    ///
    /// @param session on the host that is called; null where it is about none
    /// @param arguments a JSON object
    /// @param person who asks
    public record Wish(
            HostDeed deed, @Nullable SessionId session, String arguments, String person, Duration patience) {}

    /// @param lines those that end here
    /// @param dropped is told of each answer that is none
    public Calling(SecureRandom random, HostLines lines, Consumer<DropReason> dropped) {
        this.random = random;
        this.lines = lines;
        this.dropped = dropped;
    }

    /// A connection is there, or there are other members.
    ///
    /// @param self the id of this host
    public void connected(BrokerLink link, Charter charter, Seal seal, String self) {
        lock.lock();
        try {
            line = new Line(link, seal, new Unsealing(charter), self);
        } finally {
            lock.unlock();
        }
    }

    public void lost() {
        lock.lock();
        try {
            line = null;
        } finally {
            lock.unlock();
        }
    }

    /// What became of the wish for a line.
    ///
    /// @param line null where the reply is a refusal
    public record Connected(Reply reply, @Nullable HostLine line) {}

    /// Asks a host for a line to a terminal, and waits for its answer.
    public Connected connect(RemoteHost host, Wish wish) throws NoAnswerException {
        var id = newId();
        var half = lines.half();
        HostLine line;
        try {
            line = lines.call(id, host.member()); // before the call: what comes over it may be there before the answer
        } catch (IOException lost) {
            LOG.log(Level.FINE, "no line", lost);
            throw offline(host);
        }
        boolean isConnected = false;
        try {
            var reply = call(host, id, wish, half.told()).reply();
            if (reply.isGood()) {
                lines.keep(line, half.with(String.valueOf(reply.json()), id, true));
                isConnected = true;
            }
            return new Connected(reply, isConnected ? line : null);
        } catch (RefusedException unfit) {
            dropped.accept(unfit.refusal());
            throw late(host, wish);
        } finally {
            if (!isConnected) {
                line.close();
            }
        }
    }

    /// Asks a host, and waits for its answer.
    public Reply.WithRow call(RemoteHost host, Wish wish) throws NoAnswerException {
        return call(host, newId(), wish, null);
    }

    private String newId() {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    private Reply.WithRow call(RemoteHost host, String id, Wish wish, @Nullable String half) throws NoAnswerException {
        long end = System.nanoTime() + wish.patience().toNanos();
        var turn = turns.computeIfAbsent(host.member().id(), _ -> new Semaphore(MOST_TO_ONE));
        try {
            if (!turn.tryAcquire(wish.patience().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new NoAnswerException(
                        Why.BUSY,
                        "Too many calls to %s are under way."
                                .formatted(host.member().name()));
            }
            try {
                return inTurn(host, id, wish, half, end);
            } finally {
                turn.release();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new NoAnswerException(Why.LATE, "The service stops.");
        }
    }

    private record Sent(Line line, String id, CompletableFuture<byte[]> answer) {}

    private Reply.WithRow inTurn(RemoteHost host, String id, Wish wish, @Nullable String half, long end)
            throws NoAnswerException, InterruptedException {
        var sent = send(host, id, wish, half, end);
        try {
            byte[] answer = sent.answer().get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            return read(host, sent, answer);
        } catch (ExecutionException | TimeoutException never) {
            LOG.log(Level.FINE, "a call", never);
            var _ = sent.answer().cancel(false);
            throw late(host, wish);
        } catch (RefusedException none) {
            dropped.accept(none.refusal());
            throw late(host, wish);
        } catch (MalformedException none) {
            LOG.log(Level.FINE, "dropped", none);
            dropped.accept(DropReason.MALFORMED);
            throw late(host, wish);
        }
    }

    private static NoAnswerException late(RemoteHost host, Wish wish) {
        var name = host.member().name();
        return new NoAnswerException(
                Why.LATE,
                wish.deed().isChange()
                        ? "%s did not answer in time: its row shows whether it was done.".formatted(name)
                        : "%s did not answer in time.".formatted(name));
    }

    private static NoAnswerException offline(RemoteHost host) {
        return new NoAnswerException(
                Why.OFFLINE,
                "%s is offline: try again when it is there."
                        .formatted(host.member().name()));
    }

    /// Calls go out in the order in which they are numbered: the other side takes none that is far behind.
    private Sent send(RemoteHost host, String id, Wish wish, @Nullable String half, long end) throws NoAnswerException {
        var call = new HostCall(
                id,
                wish.deed(),
                wish.session(),
                wish.arguments(),
                wish.person(),
                Duration.ofNanos(Math.max(0, end - System.nanoTime())),
                half);
        byte[] payload = call.written()
                .orElseThrow(() -> new NoAnswerException(Why.TOO_LARGE, "This is more than hosts send each other."));
        var name = host.member().name();
        var door = host.door();
        lock.lock();
        try {
            var now = line;
            if (now == null || !host.online()) {
                throw offline(host);
            }
            if (door == null) {
                throw new NoAnswerException(
                        Why.OFFLINE, "%s takes no calls: its svc is older than this one.".formatted(name));
            }
            var place = CallDoor.place(host.member().id(), door);
            byte[] message = now.seal().seal(MessageKind.CALL, place, payload);
            return new Sent(now, call.id(), now.link().call(host.member().id(), door, message));
        } finally {
            lock.unlock();
        }
    }

    private Reply.WithRow read(RemoteHost host, Sent sent, byte[] answer) throws RefusedException, MalformedException {
        var place = CallDoor.answerPlace(sent.line().self(), sent.id());
        var opened = sent.line().unsealing().openOnce(MessageKind.ANSWER, place, answer);
        if (!opened.sender().id().equals(host.member().id())) {
            throw new RefusedException(DropReason.FORGED);
        }
        return Reply.read(opened.payload());
    }
}
