package dev.svc.server.fleet.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.broker.ArrivingCall;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.envelope.LineSeal;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.envelope.Seal;
import dev.svc.server.fleet.envelope.Unsealing;
import dev.svc.server.fleet.forward.ForwardedRows;
import dev.svc.server.fleet.line.HostLines;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.wire.MalformedException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Where calls of other hosts come in: each is opened, once, held against what this host allows, and answered on a
/// thread of its own.
public final class CallDoor {
    private static final Logger LOG = Logger.getLogger(CallDoor.class.getName());

    /// Of one host at the same time.
    static final int MOST_OF_ONE = 8;

    private static final int MOST = 32;

    private final Allowance allows;
    private final Answering answering;
    private final ForwardedRows rows;
    private final DoorWords words;
    private final HostLines lines;
    private final Consumer<DropReason> dropped;
    private final Semaphore room = new Semaphore(MOST);
    private final Map<String, Semaphore> roomOf = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable Inside inside;

    /// As of one charter. What was opened is remembered across connections.
    private record Inside(String self, String name, int epoch, Seal seal, Unsealing unsealing) {}

    /// @param rows as others are to see them after a change
    /// @param lines those that end here
    /// @param dropped is told of each message that is none
    public CallDoor(
            Allowance allows,
            Answering answering,
            ForwardedRows rows,
            DoorWords words,
            HostLines lines,
            Consumer<DropReason> dropped) {
        this.allows = allows;
        this.answering = answering;
        this.rows = rows;
        this.words = words;
        this.lines = lines;
        this.dropped = dropped;
    }

    /// What calls are opened and answered with from now on.
    ///
    /// @param member this host
    public void under(Charter charter, Member member, Seal seal) {
        lock.lock();
        try {
            var before = inside;
            var unsealing = before == null || before.epoch() != charter.epoch()
                    ? new Unsealing(charter)
                    : before.unsealing().under(charter);
            inside = new Inside(member.id(), member.name(), charter.epoch(), seal, unsealing);
        } finally {
            lock.unlock();
        }
    }

    /// Nobody calls this host any more.
    public void close() {
        lock.lock();
        try {
            inside = null;
        } finally {
            lock.unlock();
        }
    }

    /// One call; returns at once.
    public void arrived(ArrivingCall arriving) {
        try {
            var now = opened(arriving);
            if (now.isPresent()) {
                begin(now.get(), arriving);
            }
        } catch (RefusedException refused) {
            dropped.accept(refused.refusal());
        } catch (MalformedException broken) {
            LOG.log(Level.FINE, "dropped", broken);
            dropped.accept(DropReason.MALFORMED);
        }
    }

    private record Opened(Inside inside, Member sender, HostCall call, long at) {}

    private Optional<Opened> opened(ArrivingCall arriving) throws RefusedException, MalformedException {
        lock.lock();
        try {
            var now = inside;
            if (now == null) {
                return Optional.empty();
            }
            if (!words.holds(arriving.door())) {
                throw new RefusedException(DropReason.REPLAYED);
            }
            var opened = now.unsealing().open(MessageKind.CALL, place(now.self(), arriving.door()), arriving.message());
            return Optional.of(new Opened(now, opened.sender(), HostCall.read(opened.payload()), System.nanoTime()));
        } finally {
            lock.unlock();
        }
    }

    /// What a call is sealed for: this host, at this moment.
    static String place(String host, String door) {
        return "call." + host + '.' + door;
    }

    /// What an answer is sealed for.
    static String answerPlace(String caller, String call) {
        return "answer." + caller + '.' + call;
    }

    private void begin(Opened opened, ArrivingCall arriving) {
        var ofSender = roomOf.computeIfAbsent(opened.sender().id(), _ -> new Semaphore(MOST_OF_ONE));
        if (!ofSender.tryAcquire()) {
            answer(opened, arriving, busy(opened));
        } else if (!room.tryAcquire()) {
            ofSender.release();
            answer(opened, arriving, busy(opened));
        } else {
            Thread.ofVirtual().name("fleet-call").start(() -> {
                try {
                    answer(opened, arriving, reply(opened));
                } finally {
                    room.release();
                    ofSender.release();
                }
            });
        }
    }

    private static Reply busy(Opened opened) {
        return Reply.refused(
                503,
                "busy",
                "%s does as many things for other hosts as it can: try again in a moment."
                        .formatted(opened.inside().name()));
    }

    private Reply reply(Opened opened) {
        var here = opened.inside().name();
        var call = opened.call();
        var deed = call.deed();
        if (deed == null) {
            return Reply.refused(
                    403, "fleet_denied", "%s does not know what is asked: update svc there.".formatted(here));
        }
        if (!allows.includes(deed.needs())) {
            return Reply.refused(
                    403,
                    "fleet_denied",
                    "%s allows other hosts `%s`: set SVC_FLEET_ALLOW=%s there."
                            .formatted(here, allows.word(), deed.needs().word()));
        }
        if (System.nanoTime() - opened.at() > call.patience().toNanos()) {
            return Reply.refused(503, "busy", "%s came to it too late, and did nothing.".formatted(here));
        }
        try {
            var actor = call.person() + '@' + opened.sender().name();
            return deed == HostDeed.TERMINAL ? connected(opened, actor) : answering.answer(call, deed, actor, allows);
        } catch (IOException lost) {
            LOG.log(Level.FINE, "no line", lost);
            return Reply.refused(503, "host_failed", "%s has just lost the broker.".formatted(here));
        } catch (RuntimeException unforeseen) {
            LOG.log(Level.WARNING, "what another host asked for failed", unforeseen);
            return Reply.refused(503, "host_failed", "%s could not do it: its log says why.".formatted(here));
        }
    }

    /// The answer has this host's half of the line's key.
    private Reply connected(Opened opened, String actor) throws IOException {
        if (lines.isFull(opened.sender())) {
            return busy(opened);
        }
        var call = opened.call();
        var half = lines.half();
        LineSeal agreed;
        try {
            agreed = half.with(String.valueOf(call.half()), call.id(), false);
        } catch (RefusedException unfit) {
            LOG.log(Level.FINE, "a half of a key that is none", unfit);
            return Reply.refused(400, "bad_request", "The call was not understood there.");
        }
        var line = lines.take(call.id(), opened.sender(), agreed);
        boolean isTaken = false;
        try {
            var reply = answering.connect(call, actor, line);
            isTaken = reply.isGood();
            return isTaken ? Reply.with(reply.status(), half.told()) : reply;
        } finally {
            if (!isTaken) {
                line.close();
            }
        }
    }

    private void answer(Opened opened, ArrivingCall arriving, Reply reply) {
        var session = opened.call().session();
        var row = session == null || !reply.isGood() ? Optional.<RemoteRow>empty() : rows.row(session);
        byte[] payload = reply.written(row)
                .or(() -> Reply.refused(413, "too_large", "The answer is larger than what hosts send each other.")
                        .written(Optional.empty()))
                .orElseThrow();
        var now = opened.inside();
        var place = answerPlace(opened.sender().id(), opened.call().id());
        arriving.answer(now.seal().seal(MessageKind.ANSWER, place, payload));
    }
}
