package dev.svc.server.fleet;

import dev.svc.server.fleet.broker.Broker;
import dev.svc.server.fleet.call.Answering;
import dev.svc.server.fleet.call.Calling;
import dev.svc.server.fleet.call.Calling.Wish;
import dev.svc.server.fleet.call.HostCall;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.NoAnswerException;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.HostKeys;
import dev.svc.server.fleet.envelope.Joining;
import dev.svc.server.fleet.envelope.Joining.Admitted;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.forward.ForwardedRows;
import dev.svc.server.fleet.line.HostLine;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.row.RemoteRow.RemoteMarks;
import dev.svc.server.fleet.view.FleetView;
import dev.svc.server.fleet.view.FoundRow;
import dev.svc.server.fleet.view.Presence;
import dev.svc.server.fleet.view.RemoteHost;
import dev.svc.server.fleet.view.RemoteQuery;
import dev.svc.server.fleet.view.RemoteQuery.Folded;
import dev.svc.server.fleet.view.RemoteQuery.Order;
import dev.svc.server.fleet.view.RemoteQuery.State;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A host of a fleet, with rows that the test sets.
public final class FleetNode implements AutoCloseable, ForwardedRows, Fleet.Listener, Answering {
    static final SecureRandom RANDOM = new SecureRandom();
    static final RemoteQuery ALL = new RemoteQuery(
            Set.of(), Set.of(), new State(null, null, false, false), null, List.of(), List.of(), Order.UPDATED);
    private static final Duration BEAT = Duration.ofMillis(200);

    final Path folder;
    final Founding founding;
    final FleetView view;
    final Fleet fleet;
    final Map<SessionId, RemoteRow> rows = new ConcurrentHashMap<>();
    final TestJournal journal;
    final List<String> news = new CopyOnWriteArrayList<>();
    final List<String> called = new CopyOnWriteArrayList<>();
    final BlockingQueue<HostLine> lines = new LinkedBlockingQueue<>();
    volatile boolean refusesLines;
    volatile Consumer<HostCall> beforeAnswer = _ -> {};
    volatile String answer = "{}";
    volatile Duration patience = HostCall.LONGEST;

    private FleetNode(Path folder, Broker broker, Duration patience, Allowance allows, TestJournal journal)
            throws IOException {
        this.folder = folder;
        this.journal = journal;
        var clock = InstantSource.system();
        var files = new FleetFolder(folder);
        this.founding = new Founding(files, clock, RANDOM);
        this.view = new FleetView(Folded.LOWER, patience, 1L << 20);
        var self = files.membership().orElseThrow();
        this.fleet = new Fleet(
                new Fleet.Setup(files, self, broker, view, BEAT, clock),
                new Fleet.Ours(
                        this, this, new Presence("1.2.3", "https://" + self.name() + ".example", allows), journal),
                this,
                RANDOM);
    }

    /// Makes a fleet, or goes on with the one of the folder.
    static FleetNode open(Path folder, String name, Broker broker) throws Exception {
        if (!new FleetFolder(folder).exists()) {
            var _ = new Founding(new FleetFolder(folder), InstantSource.system(), RANDOM).init(name);
        }
        return again(folder, broker);
    }

    static FleetNode again(Path folder, Broker broker) throws Exception {
        return again(folder, broker, Allowance.ORGANISE);
    }

    static FleetNode again(Path folder, Broker broker, Allowance allows) throws Exception {
        return new FleetNode(folder, broker, Duration.ofSeconds(3), allows, new TestJournal());
    }

    /// Goes on with the fleet of the folder, and with this journal.
    static FleetNode again(Path folder, Broker broker, TestJournal journal) throws Exception {
        return new FleetNode(folder, broker, Duration.ofSeconds(3), Allowance.ORGANISE, journal);
    }

    /// Adds an entry to its journal, as a change of this host would.
    void note(String line) {
        journal.add(line);
        fleet.copier().changed();
    }

    /// Renames are done, and whatever the test puts into the way of calls; all others are told as they came.
    @Override
    public Reply answer(HostCall call, HostDeed deed, String actor, Allowance allowed) {
        beforeAnswer.accept(call);
        called.add(deed + " by " + actor);
        var session = call.session();
        if (deed == HostDeed.RENAME && session != null) {
            rows.put(session, row(Integer.parseInt(session.nativeId().replace("session-", "")), call.arguments()));
            fleet.forwarder().changed(session);
        }
        return Reply.with(200, answer);
    }

    /// Takes each line, unless the test has it refused.
    @Override
    public Reply connect(HostCall call, String actor, HostLine line) {
        called.add("TERMINAL by " + actor);
        if (refusesLines) {
            return Reply.refused(404, "not_found", "There is no such session.");
        }
        lines.add(line);
        return Reply.with(200, "{}");
    }

    /// Waits until another host is online here, and asks it for a line.
    Calling.Connected connect(String host, int number) throws NoAnswerException {
        Waiting.until(() -> reaches(host));
        return fleet.connect(host, wish(number));
    }

    static Wish wish(int number) {
        return new Wish(HostDeed.TERMINAL, session(number), "{}", "ada", HostCall.LONGEST);
    }

    /// Whether another host is known here, is online and takes calls.
    boolean reaches(String name) {
        return view.hosts().stream()
                .anyMatch(it -> it.member().name().equals(name) && it.online() && it.door() != null);
    }

    /// Waits until another host is online here, and asks it.
    Reply.WithRow ask(String host, HostDeed deed, int number, String arguments) throws NoAnswerException {
        Waiting.until(() -> reaches(host));
        return fleet.call(host, new Wish(deed, session(number), arguments, "ada", patience));
    }

    /// Lets one more host in, as the commands do it over the broker.
    FleetNode invite(Path joining, String name, Broker broker) throws Exception {
        var invitation = founding.invite("nats://hub:4222", Duration.ofMinutes(1));
        var keys = HostKeys.make(RANDOM);
        byte[] request = Joining.request(invitation, keys, name, RANDOM);
        byte[] reply = fleet.asked(invitation.id(), request).orElseThrow();
        if (!(Joining.answer(invitation, request, reply, keys).orElseThrow() instanceof Admitted admitted)) {
            throw new AssertionError("not let in");
        }
        var _ = new Founding(new FleetFolder(joining), InstantSource.system(), RANDOM).join(admitted, keys);
        return again(joining, broker);
    }

    FleetNode start() {
        fleet.start();
        return this;
    }

    static SessionId session(int number) {
        return new SessionId(EngineKey.CLAUDE_CODE, "session-" + number);
    }

    static RemoteRow row(int number, String title) {
        return new RemoteRow(
                session(number),
                title,
                "user",
                null,
                "/home/ada/shop",
                null,
                new RemoteMarks(false, false, false, null),
                Instant.EPOCH.plusSeconds(number),
                Instant.EPOCH.plusSeconds(number),
                1,
                null,
                null,
                10,
                Status.OFF,
                false,
                false,
                null);
    }

    /// Sets a row, as a change of this host would.
    void set(int number, String title) {
        rows.put(session(number), row(number, title));
        fleet.forwarder().changed(session(number));
    }

    void remove(int number) {
        rows.remove(session(number));
        fleet.forwarder().changed(session(number));
    }

    /// The titles of the rows of other hosts, by their ids with their hosts.
    Map<String, String> seen() {
        return view.select(ALL, Instant.now()).rows().stream()
                .collect(Collectors.toMap(
                        FoundRow::id, it -> String.valueOf(it.row().unpacked().title())));
    }

    boolean sees(int number, String host, String title) {
        return title.equals(seen().get(session(number).toString() + '@' + host));
    }

    RemoteHost host(String name) {
        return view.hosts().stream()
                .filter(it -> it.member().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Optional<RemoteRow> row(SessionId session) {
        return Optional.ofNullable(rows.get(session));
    }

    @Override
    public Collection<SessionId> all() {
        return List.copyOf(rows.keySet());
    }

    @Override
    public void joined(Member member) {
        news.add("joined " + member.name());
    }

    @Override
    public void ended(EndedHost host) {
        news.add("ended " + host.name());
    }

    @Override
    public void close() {
        fleet.close();
    }
}
