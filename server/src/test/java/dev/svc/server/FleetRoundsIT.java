package dev.svc.server;

import static dev.svc.server.FleetHost.CANARY;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.fleet.FleetFolder;
import dev.svc.server.fleet.HostCopies;
import dev.svc.server.fleet.Membership;
import dev.svc.server.fleet.broker.BrokerAddress;
import dev.svc.server.fleet.broker.BrokerLink;
import dev.svc.server.fleet.broker.BrokerListener;
import dev.svc.server.fleet.broker.Cable;
import dev.svc.server.fleet.broker.Delivered;
import dev.svc.server.fleet.broker.NatsBroker;
import dev.svc.server.fleet.broker.NatsServer;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.envelope.Unsealing;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Three services and a nats-server, to which everything happens that can: cables cut or silent, hosts and broker
/// killed, a broker that comes back empty, clocks set. Meanwhile a client of each host changes its sessions and logs
/// what was acknowledged.
///
/// `-Dsvc.fleet.rounds=200` makes more rounds, `-Dsvc.fleet.seed=N` makes those of a run that has failed.
@EnabledIfSystemProperty(named = "svc.deep", matches = "true")
class FleetRoundsIT {
    private static final int ROUNDS = Integer.getInteger("svc.fleet.rounds", 6);
    private static final int SETTLED_EVERY = 4;
    private static final int TOLD_EVERY = 20;
    private static final int SESSIONS = 3;
    private static final int MOST_CHANGES = 12;
    private static final int MOST_FAULTS = 3;
    private static final int LONGEST_STEP_MINUTES = 3_000;
    private static final String AFTER = "said after the end";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final List<FleetSite> sites = new ArrayList<>();
    private final List<FleetClient> clients = new ArrayList<>();
    private Path root = Path.of("");
    private NatsServer nats;
    private FleetSite forge;
    private FleetSite laptop;
    private FleetSite tower;
    private long seed;
    private Random random;

    /// What happens to one host, or to the broker.
    private enum Fault {
        CUT,
        SILENT,
        KILLED,
        CLOCK,
        BROKER_KILLED,
        BROKER_EMPTIED
    }

    @BeforeEach
    void three_hosts_in_a_fleet() throws Exception {
        seed = Long.getLong("svc.fleet.seed", System.nanoTime());
        random = new Random(seed);
        root = folder.toRealPath();
        nats = new NatsServer(Files.createDirectories(root.resolve("nats")));
        nats.start();
        forge = site("forge-1");
        forge.host.command("fleet", "init", forge.cable.url(), "--name", forge.name);
        forge.serve();
        laptop = joined("laptop-3");
        tower = joined("tower-2");
        for (var site : sites) {
            for (int number = 1; number <= SESSIONS; number++) {
                site.sessions.add(site.host.session("%s, %s, session %d".formatted(CANARY, site.name, number)));
            }
            clients.add(new FleetClient(site, sites, seed + clients.size()));
        }
    }

    private FleetSite site(String name) throws Exception {
        var site = new FleetSite(root, name, new Cable(nats::url, CANARY, "forge-1", "laptop-3", "tower-2", AFTER));
        sites.add(site);
        return site;
    }

    private FleetSite joined(String name) throws Exception {
        var site = site(name);
        var word = forge.host.command("fleet", "invite").replaceAll("^svc fleet join '|'$", "");
        site.host.command("fleet", "join", word, "--name", name);
        site.serve();
        return site;
    }

    @AfterEach
    void end() throws Exception {
        for (var client : clients) {
            client.end();
        }
        sites.forEach(FleetSite::close);
        Started.endAll(root);
        nats.close();
    }

    @Test
    void nothing_acknowledged_is_lost_doubled_or_out_of_order_and_all_pages_show_the_same_at_the_end()
            throws Exception {
        settle("at the beginning");
        for (int round = 1; round <= ROUNDS; round++) {
            var about = "seed %d, round %d".formatted(seed, round);
            live(round);
            if (round % SETTLED_EVERY == 0 || round == ROUNDS) {
                settle(about);
                assertThat(carriedWords()).as(about).isEmpty();
            }
            if (round % TOLD_EVERY == 0 || round == ROUNDS) {
                tell(round);
            }
        }
        judge("seed " + seed);
        theEndedHostReadsNothingMore();
        assertThat(carriedWords()).isEmpty();
        for (var file : nats.kept()) {
            assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(CANARY, forge.name, laptop.name, tower.name);
        }
    }

    private void tell(int rounds) {
        System.out.printf(
                "seed %d: %d rounds, %d changes acknowledged, %d bytes read along%n",
                seed,
                rounds,
                clients.stream().mapToInt(FleetClient::count).sum(),
                sites.stream().mapToLong(it -> it.cable.carried()).sum());
    }

    /// One round: some things happen while the clients change what they have, and are over at its end.
    private void live(int round) throws Exception {
        clients.forEach(client -> client.change(1 + random.nextInt(MOST_CHANGES)));
        Map<FleetSite, Fault> happened = new HashMap<>();
        var ofBroker = EnumSet.noneOf(Fault.class);
        int faults = 1 + random.nextInt(MOST_FAULTS);
        for (int i = 0; i < faults; i++) {
            var fault = Fault.values()[random.nextInt(Fault.values().length)];
            var site = sites.get(random.nextInt(sites.size()));
            int minutes = random.nextInt(-LONGEST_STEP_MINUTES, LONGEST_STEP_MINUTES);
            if (fault == Fault.BROKER_KILLED || fault == Fault.BROKER_EMPTIED) {
                ofBroker.add(fault);
                nats.kill();
            } else if (happened.putIfAbsent(site, fault) == null) {
                begin(fault, site, minutes);
            }
        }
        clients.forEach(client -> client.change(1 + random.nextInt(MOST_CHANGES)));
        var owner = sites.get(round % sites.size());
        if (happened.get(owner) != Fault.KILLED) {
            owner.sessions.add(owner.host.session("%s, %s, new in round %d".formatted(CANARY, owner.name, round)));
        }
        clients.forEach(FleetClient::await);
        if (ofBroker.contains(Fault.BROKER_EMPTIED)) {
            nats.empty();
        }
        if (!ofBroker.isEmpty()) {
            nats.start();
        }
        for (var it : happened.entrySet()) {
            it.getKey().cable.mend();
            if (it.getValue() == Fault.KILLED) {
                it.getKey().serve();
            }
        }
    }

    private static void begin(Fault fault, FleetSite site, int minutes) throws Exception {
        switch (fault) {
            case CUT -> site.cable.cut();
            case SILENT -> site.cable.silence();
            case KILLED -> site.host.kill();
            default -> site.setClock(Duration.ofMinutes(minutes));
        }
    }

    /// Waits until every host has heard everything, and all pages show what the hosts have.
    private void settle(String about) {
        Waiting.until(() -> about + ": every host online and copied", () -> {
            for (var site : sites) {
                if (!site.isSettled(sites.size() - 1)) {
                    return false;
                }
            }
            return true;
        });
        Waiting.until(
                () -> about + ": one list on every page: " + pages(),
                () -> Set.copyOf(pages().values()).equals(Set.of(union())));
        for (var site : sites) {
            assertThat(site.vanished())
                    .as(about + ": gone from the page of " + site.name)
                    .isEmpty();
        }
    }

    private Map<String, Map<String, String>> pages() {
        var pages = new TreeMap<String, Map<String, String>>();
        try {
            for (var site : sites) {
                pages.put(site.name, site.page());
            }
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
        return pages;
    }

    private Map<String, String> union() throws Exception {
        var union = new TreeMap<String, String>();
        for (var site : sites) {
            union.putAll(site.own());
        }
        return union;
    }

    private Set<String> carriedWords() {
        var found = new HashSet<String>();
        sites.forEach(site -> found.addAll(site.cable.found()));
        return found;
    }

    /// Holds what was acknowledged against the journals, their copies, and what the pages have shown.
    private void judge(String about) throws Exception {
        var faults = new ArrayList<String>();
        var place = new HashMap<String, Integer>();
        for (int i = 0; i < sites.size(); i++) {
            var site = sites.get(i);
            var journal = site.journal();
            var titles = journal.stream().map(FleetSite.Entry::title).toList();
            faults.addAll(clients.get(i).faults("journal of " + site.name, titles));
            titles.forEach(title -> place.put(title, place.size() + 1));
            var reader = sites.get((i + 1) % sites.size());
            if (!reader.copyOf(site).equals(journal)) {
                faults.add("the copy of %s is not its journal".formatted(site.name));
            }
        }
        for (var site : sites) {
            for (var life : site.seen()) {
                life.forEach((session, titles) -> {
                    var places =
                            titles.stream().map(it -> place.getOrDefault(it, 0)).toList();
                    if (!places.equals(places.stream().distinct().sorted().toList())) {
                        faults.add("%s showed %s of %s".formatted(site.name, titles, session));
                    }
                });
            }
        }
        assertThat(faults).as(about).isEmpty();
        assertThat(clients).allSatisfy(client -> assertThat(client.count()).isPositive());
    }

    private void theEndedHostReadsNothingMore() throws Exception {
        var former = new FleetFolder(tower.host.home.resolve("svc/fleet"))
                .membership()
                .orElseThrow();
        try (var listening = new Eavesdropper(former)) {
            assertThat(listening.readable()).anyMatch(key -> key.startsWith("row."));
            assertThat(listening.copyOf(former, forge.name)).contains(CANARY);
        }
        forge.host.command("fleet", "end", tower.name);
        Waiting.until(() -> tower.host.read("/api/hosts").toString().contains("taken out"));
        assertThat(tower.page().keySet()).allMatch(it -> it.endsWith('@' + tower.name));
        var session = forge.sessions.getFirst();
        Waiting.until(() -> forge.host
                        .change(
                                "POST",
                                "/api/sessions/engine_1:" + session + "/rename",
                                "{\"title\":\"" + AFTER + "\"}")
                        .statusCode()
                == 200);
        Waiting.until(() -> told(forge) + told(laptop), () -> laptop.host.lists(forge.name, AFTER));
        Waiting.until(() -> laptop.host
                .command("journal", "export", "--from-fleet", forge.name)
                .contains(AFTER));
        Waiting.until(() -> {
            try (var listening = new Eavesdropper(former)) {
                return listening.readable().isEmpty();
            }
        });
        try (var listening = new Eavesdropper(former)) {
            assertThat(listening.copyOf(former, forge.name)).contains(CANARY).doesNotContain(AFTER);
        }
    }

    private static String told(FleetSite site) {
        try {
            return "%n%s: %s%n%s".formatted(site.name, site.host.read("/api/hosts"), site.host.threads());
        } catch (Exception failed) {
            return failed.toString();
        }
    }

    /// Hears everything at the broker, with the keys that a host had.
    private final class Eavesdropper implements BrokerListener, AutoCloseable {
        private final NatsBroker broker;
        private final List<Delivered> heard = new ArrayList<>();
        private final CompletableFuture<BrokerLink> link = new CompletableFuture<>();
        private final CompletableFuture<List<Delivered>> all = new CompletableFuture<>();
        private final Unsealing unsealing;
        private final String self;

        Eavesdropper(Membership former) {
            broker = new NatsBroker(
                    BrokerAddress.find(nats.url()).orElseThrow(), former.fleet().name());
            unsealing = new Unsealing(former.charter());
            self = former.id();
            broker.start(this);
        }

        /// The keys of what others say that can be read.
        List<String> readable() throws InterruptedException {
            return Waiting.result(all).stream()
                    .filter(this::opens)
                    .map(Delivered::key)
                    .toList();
        }

        private boolean opens(Delivered message) {
            var kind = message.key().startsWith("row.") ? MessageKind.ROW : MessageKind.PRESENCE;
            try {
                return !unsealing
                        .open(kind, message.key(), message.message())
                        .sender()
                        .id()
                        .equals(self);
            } catch (RefusedException closed) {
                return false;
            }
        }

        String copyOf(Membership former, String host) throws Exception {
            var copies = new HostCopies(
                    new FleetFolder(Files.createDirectories(root.resolve("read"))),
                    former,
                    Waiting.result(link).log());
            try (var copy = copies.of(host)) {
                return Files.readString(copy.file());
            }
        }

        @Override
        public void connected(BrokerLink made) {
            link.complete(made);
        }

        @Override
        public void received(Delivered message) {
            heard.add(message);
        }

        @Override
        public void caughtUp() {
            all.complete(List.copyOf(heard));
        }

        @Override
        public void lost(String why) {
            heard.clear();
        }

        @Override
        public Optional<byte[]> asked(String name, byte[] request) {
            return Optional.empty();
        }

        @Override
        public void close() {
            broker.close();
        }
    }
}
