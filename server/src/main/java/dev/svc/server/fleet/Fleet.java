package dev.svc.server.fleet;

import dev.svc.server.fleet.broker.Broker;
import dev.svc.server.fleet.broker.BrokerLink;
import dev.svc.server.fleet.broker.BrokerListener;
import dev.svc.server.fleet.broker.Delivered;
import dev.svc.server.fleet.call.Answering;
import dev.svc.server.fleet.call.CallDoor;
import dev.svc.server.fleet.call.Calling;
import dev.svc.server.fleet.call.DoorWords;
import dev.svc.server.fleet.call.NoAnswerException;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.fleet.copy.JournalCopier;
import dev.svc.server.fleet.copy.OwnJournal;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.envelope.Seal;
import dev.svc.server.fleet.envelope.Unsealing;
import dev.svc.server.fleet.forward.ForwardedRows;
import dev.svc.server.fleet.forward.Forwarder;
import dev.svc.server.fleet.line.HostLines;
import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.row.RowMessage;
import dev.svc.server.fleet.view.FleetView;
import dev.svc.server.fleet.view.Presence;
import dev.svc.server.fleet.view.RemoteHost;
import dev.svc.server.fleet.wire.MalformedException;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// This host in its fleet: takes in what the others say, and forwards what this one has. Nothing here is
/// waited for by a list, an echo or a change.
public final class Fleet implements BrokerListener, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Fleet.class.getName());
    static final String CHARTER = "charter";
    private static final Pattern OWNED = Pattern.compile("(?:row|here)\\.([0-9a-f]{16})(?:\\..*)?");
    private static final int MOST_STRANGERS = 1_000;

    private final FleetFolder folder;
    private final Founding founding;
    private final Broker broker;
    private final FleetView view;
    private final Forwarder forwarder;
    private final CallDoor door;
    private final Calling caller;
    private final HostLines lines;
    private final JournalCopier copier;
    private final LongSupplier numbers;
    private final InstantSource clock;
    private final SecureRandom random;
    private final Listener listener;
    private final boolean mayEnd;
    private final Allowance allows;
    private final Map<DropReason, Long> refused = new ConcurrentHashMap<>();
    private volatile Membership self;
    private volatile @Nullable BrokerLink link;
    private volatile @Nullable String trouble = "the broker has not answered yet";
    private volatile boolean ended;

    /// Confined to the broker's thread, like all that is said on it.
    private Unsealing unsealing;

    private long charterThere;

    /// Hosts that have rows at the broker but are not on the list of members; kept on the host that made the fleet.
    private final Set<String> strangers = new HashSet<>();

    /// Learns who comes and goes, on the host that decides it.
    public interface Listener {
        void joined(Member member);

        void ended(EndedHost host);
    }

    /// What a host is made of in its fleet.
    ///
    /// @param beat how often it says that it is there
    public record Setup(
            FleetFolder folder, Membership self, Broker broker, FleetView view, Duration beat, InstantSource clock) {}

    /// What others see of this host, and what they may have done here.
    ///
    /// @param rows what is forwarded
    /// @param answering does what others ask for, where it is allowed
    /// @param said what this host says of itself
    /// @param journal what is copied
    public record Ours(ForwardedRows rows, Answering answering, Presence said, OwnJournal journal) {}

    public Fleet(Setup setup, Ours ours, Listener listener, SecureRandom random) throws IOException {
        this.listener = listener;
        this.mayEnd = setup.folder().fleetKey().isPresent();
        this.folder = setup.folder();
        this.self = setup.self();
        this.broker = setup.broker();
        this.view = setup.view();
        this.clock = setup.clock();
        this.random = random;
        this.founding = new Founding(folder, clock, random);
        this.numbers = folder.numbers(clock);
        var words = new DoorWords(random);
        this.forwarder = new Forwarder(ours.rows(), ours.said(), words::current, setup.beat(), clock);
        this.copier = new JournalCopier(ours.journal(), folder.settled(), mayEnd, setup.beat());
        this.lines = new HostLines(random, this::count);
        this.door = new CallDoor(ours.said().allows(), ours.answering(), ours.rows(), words, lines, this::count);
        this.caller = new Calling(random, lines, this::count);
        this.allows = ours.said().allows();
        this.unsealing = new Unsealing(self.charter());
        view.keep(self.charter(), self.id());
    }

    /// Begins to connect; returns at once.
    public void start() {
        if (mayEnd) {
            tellEnded(); // while no service was running
        }
        forwarder.start();
        copier.start();
        broker.start(this);
    }

    public Membership self() {
        return self;
    }

    public FleetView view() {
        return view;
    }

    /// For who says which rows have changed.
    public Forwarder forwarder() {
        return forwarder;
    }

    /// For who says that the journal has more.
    public JournalCopier copier() {
        return copier;
    }

    /// What other hosts may do here.
    public Allowance allows() {
        return allows;
    }

    /// Asks another host, and waits for its answer.
    ///
    /// @param host the name of that host
    public Reply.WithRow call(String host, Calling.Wish wish) throws NoAnswerException {
        return caller.call(known(host), wish);
    }

    /// Asks another host for a line to a terminal, and waits for its answer.
    ///
    /// @param host the name of that host
    public Calling.Connected connect(String host, Calling.Wish wish) throws NoAnswerException {
        return caller.connect(known(host), wish);
    }

    private RemoteHost known(String host) throws NoAnswerException {
        return view.hosts().stream()
                .filter(it -> it.member().name().equals(host))
                .findFirst()
                .orElseThrow(() -> NoAnswerException.unknown(host));
    }

    public FleetStatus status() {
        var now = link;
        return new FleetStatus(
                now == null ? null : now.since(), trouble, forwarder.isSynced(), copier.status(), ended, refused);
    }

    /// Whether hosts are let in and taken out here.
    public boolean mayEnd() {
        return mayEnd;
    }

    /// Takes a host out of the fleet; the others hear of it as soon as the broker is there.
    public void end(String host) throws IOException, FleetException {
        var next = founding.end(host);
        copier.lost(); // nothing more under the secret that it has; goes on with the next connection
        tellEnded();
        announce(next);
    }

    private void announce(Charter charter) {
        var now = link;
        if (now != null) {
            var _ = now.put(CHARTER, charter.written());
        }
    }

    @Override
    public void connected(BrokerLink made) {
        readCharterAgain();
        if (ended) {
            return;
        }
        link = made;
        trouble = null;
        charterThere = 0;
        strangers.clear();
        unsealing = new Unsealing(self.charter());
        view.beginReading();
        var seal = seal();
        forwarder.connected(made, seal, self.id());
        copier.connected(made.log(), seal, self.charter(), self.id());
        openDoor(seal);
        lines.connected(made);
        caller.connected(made, self.charter(), seal, self.id());
        made.serve(self.id(), door::arrived);
    }

    private Seal seal() {
        return new Seal(self.charter(), self.keys(), numbers, clock, random);
    }

    private void openDoor(Seal seal) {
        self.charter().member(self.id()).ifPresent(member -> door.under(self.charter(), member, seal));
    }

    /// `svc fleet end` may have changed it while the broker was not there.
    private void readCharterAgain() {
        try {
            var kept = folder.membership();
            if (kept.isPresent()
                    && kept.get().charter().version() > self.charter().version()) {
                adopt(kept.get().charter());
            }
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, "the fleet's folder cannot be read", unreadable);
        }
    }

    @Override
    public void received(Delivered message) {
        if (ended) {
            return;
        }
        try {
            var key = message.key();
            if (key.equals(CHARTER)) {
                takeCharter(message.message());
            } else if (key.startsWith("here.")) {
                takePresence(message);
            } else if (key.startsWith("row.")) {
                takeRow(message);
            }
        } catch (RefusedException dropped) {
            drop(message.key(), dropped.refusal());
        } catch (MalformedException broken) {
            LOG.log(Level.FINE, "dropped", broken);
            drop(message.key(), DropReason.MALFORMED);
        } catch (RuntimeException unforeseen) {
            // One message must not cost the connection: it would be there again at the next one.
            LOG.log(Level.WARNING, "a message of another host could not be taken in", unforeseen);
            drop(message.key(), DropReason.MALFORMED);
        }
    }

    private void drop(String key, DropReason why) {
        if (key.startsWith("row." + self.id() + '.')) {
            forwarder.isUnreadable();
            return;
        }
        count(why);
        if (mayEnd && strangers.size() < MOST_STRANGERS) {
            ownerOf(key).filter(it -> self.charter().member(it).isEmpty()).ifPresent(strangers::add);
        }
    }

    private void count(DropReason why) {
        refused.merge(why, 1L, Long::sum);
    }

    /// Whose key it is, in the form that svc writes.
    private static Optional<String> ownerOf(String key) {
        var parts = OWNED.matcher(key);
        return parts.matches() ? Optional.of(parts.group(1)) : Optional.empty();
    }

    private void takeCharter(byte[] written) throws MalformedException, RefusedException {
        charterThere = Charter.versionOf(written, self.fleet());
        if (charterThere <= self.charter().version()) {
            return;
        }
        var newer = Charter.read(written, self.fleet(), self.keys());
        try {
            folder.keepNewer(self.fleet(), written);
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "the list of hosts cannot be kept", failed);
        }
        if (newer.isEmpty()) {
            leave();
            return;
        }
        var before = self.charter();
        adopt(newer.get());
        var now = link;
        if (newer.get().epoch() == before.epoch()) {
            copier.under(newer.get());
        } else if (now != null) {
            copier.lost(); // nothing more under the former secret
            now.renew();
        }
    }

    /// Nobody reads what ended hosts have left at the broker; the host that made the fleet removes it.
    private void removeStrangers(@Nullable BrokerLink now) {
        try {
            strangers.removeIf(it -> self.charter().member(it).isPresent());
            if (now == null) {
                return;
            }
            for (var stranger : strangers) {
                now.remove("row." + stranger);
                now.remove("here." + stranger);
            }
        } catch (IOException failed) {
            LOG.log(Level.FINE, "not removed", failed);
        }
    }

    private void adopt(Charter newer) {
        if (mayEnd) {
            newer.members().stream()
                    .filter(it -> self.charter().member(it.id()).isEmpty())
                    .forEach(listener::joined);
            tellEnded();
        }
        unsealing = newer.epoch() == self.charter().epoch() ? unsealing.under(newer) : new Unsealing(newer);
        self = self.under(newer);
        view.keep(newer, self.id());
        var now = link;
        if (now != null) {
            var seal = seal();
            openDoor(seal);
            caller.connected(now, newer, seal, self.id());
        }
    }

    private void tellEnded() {
        try {
            founding.takeEnded().forEach(listener::ended);
        } catch (IOException | FleetException unreadable) {
            LOG.log(Level.WARNING, "which hosts were ended is not journaled", unreadable);
        }
    }

    /// Another host has ended this one.
    private void leave() {
        ended = true;
        link = null;
        forwarder.lost();
        copier.lost();
        caller.lost();
        lines.lost();
        door.close();
        view.clear();
        trouble = "this host was taken out of the fleet"; // said once nothing of the others is shown any more
        LOG.warning("This host was taken out of the fleet: svc shows its own sessions alone.");
        broker.close();
    }

    private void takePresence(Delivered message) throws MalformedException, RefusedException {
        var opened = unsealing.open(MessageKind.PRESENCE, message.key(), message.message());
        requireOwn(message.key(), "here.", opened);
        if (opened.sender().id().equals(self.id())) {
            forwarder.isHeard();
            view.look();
            return;
        }
        var at = message.isFresh() ? clock.instant() : bounded(opened.time());
        if (!view.heard(opened.sender(), Presence.read(opened.payload()), opened.number(), at, message.isFresh())) {
            throw new RefusedException(DropReason.REPLAYED);
        }
    }

    /// A time by the clock of another host, as one that every page can show.
    private Instant bounded(Instant told) {
        var now = clock.instant();
        if (told.isAfter(now)) {
            return now;
        }
        return told.isBefore(Instant.EPOCH) ? Instant.EPOCH : told;
    }

    private void takeRow(Delivered message) throws MalformedException, RefusedException {
        var opened = unsealing.open(MessageKind.ROW, message.key(), message.message());
        requireOwn(message.key(), "row.", opened);
        byte[] payload = opened.payload();
        var told = RowMessage.read(payload);
        if (opened.sender().id().equals(self.id())) {
            forwarder.isStored(message.key(), told, payload, opened.time());
            return;
        }
        switch (view.put(opened.sender(), told.session(), PackedRow.of(told, payload), opened.number())) {
            case TAKEN -> {}
            case OLDER -> throw new RefusedException(DropReason.REPLAYED);
            case TOO_MANY -> throw new RefusedException(DropReason.TOO_MANY);
        }
    }

    /// A host speaks under its own keys only.
    private static void requireOwn(String key, String kind, Unsealing.Opened opened) throws RefusedException {
        var own = kind + opened.sender().id();
        if (!key.equals(own) && !key.startsWith(own + '.')) {
            throw new RefusedException(DropReason.FORGED);
        }
    }

    @Override
    public void caughtUp() {
        if (ended) {
            return;
        }
        if (charterThere < self.charter().version()) {
            announce(self.charter());
        }
        removeStrangers(link);
        view.endReading();
        forwarder.caughtUp();
        copier.caughtUp();
    }

    @Override
    public void lost(String why) {
        if (ended) {
            return;
        }
        link = null;
        trouble = why;
        forwarder.lost();
        copier.lost();
        caller.lost();
        lines.lost();
        view.lost();
    }

    @Override
    public Optional<byte[]> asked(String name, byte[] request) {
        if (ended || !mayEnd) {
            return Optional.empty();
        }
        try {
            var reply = founding.answer(name, request);
            reply.flatMap(Founding.JoinReply::charter).ifPresent(this::announce);
            return reply.map(Founding.JoinReply::sealed);
        } catch (IOException | FleetException failed) {
            LOG.log(Level.WARNING, "a host that asks to come in cannot be answered", failed);
            return Optional.empty();
        }
    }

    /// Says that this host leaves, if the broker is there.
    @Override
    public void close() {
        forwarder.close();
        copier.close();
        lines.lost();
        broker.close();
    }
}
