package dev.svc.server.wiring.fleet;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.scan.Folding;
import dev.svc.server.engine.Engines;
import dev.svc.server.fleet.EndedHost;
import dev.svc.server.fleet.Fleet;
import dev.svc.server.fleet.FleetFolder;
import dev.svc.server.fleet.Membership;
import dev.svc.server.fleet.broker.BrokerAddress;
import dev.svc.server.fleet.broker.NatsBroker;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.forward.Forwarder;
import dev.svc.server.fleet.view.FleetView;
import dev.svc.server.fleet.view.Presence;
import dev.svc.server.fleet.view.RemoteHost;
import dev.svc.server.fleet.view.RemoteNews;
import dev.svc.server.http.live.LiveEvent;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.http.live.OfRow;
import dev.svc.server.http.session.FleetList;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.MetadataEvent.OfProject;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.session.SessionId;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.Variable;
import dev.svc.shared.live.LiveFleet;
import dev.svc.shared.live.LiveFleet.LiveHost;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// This host's fleet with what it needs from other rooms; nothing, unless SVC_FLEET names a broker.
///
/// @param trouble why there is no fleet although a broker is named; null when there is nothing to say
/// @param address null when no broker is named
/// @param endings by the ids of hosts, who asked in the page for their end
public record FleetRoom(
        Optional<Fleet> fleet,
        Optional<FleetList> list,
        @Nullable String trouble,
        @Nullable BrokerAddress address,
        Map<String, Actor> endings)
        implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(FleetRoom.class.getName());

    /// Which part of the memory of svc the rows of other hosts may take.
    private static final long SHARE = 4;

    public static final FleetRoom NONE = new FleetRoom(Optional.empty(), Optional.empty(), null, null, Map.of());

    /// What the fleet is connected with.
    ///
    /// @param own what other hosts ask for is asked of it
    /// @param terminals those of this host
    public record Around(
            Catalog catalog,
            Engines engines,
            Metadata metadata,
            LiveEvents events,
            OwnInterface own,
            OwnTerminals terminals,
            InstantSource clock) {}

    /// Begins to connect, where a broker is named and this host is in a fleet; returns at once.
    public static FleetRoom open(Config config, Around around, String version, SecureRandom random) {
        var named = config.find(Variable.FLEET);
        if (named.isEmpty()) {
            return NONE;
        }
        var address = BrokerAddress.find(named.get())
                .orElseThrow(() -> new ConfigException(
                        "SVC_FLEET is no address of a broker: it takes %s.".formatted(BrokerAddress.RULE)));
        var folder = FleetFolder.in(config.home().data());
        try {
            var self = folder.membership();
            if (self.isEmpty()) {
                return without(
                        folder.exists()
                                ? "this host was taken out of its fleet"
                                : "this host is in no fleet:  svc fleet init  makes one,  svc fleet join  enters one",
                        address);
            }
            return opened(
                    config,
                    new Fleet.Setup(
                            folder,
                            self.get(),
                            new NatsBroker(address, self.get().fleet().name()),
                            new FleetView(
                                    Folding::fold,
                                    FleetView.PATIENCE,
                                    Runtime.getRuntime().maxMemory() / SHARE),
                            Forwarder.BEAT,
                            around.clock()),
                    around,
                    version,
                    random,
                    address);
        } catch (IOException unusable) {
            return without(String.valueOf(unusable.getMessage()), address);
        }
    }

    private static FleetRoom without(String trouble, BrokerAddress address) {
        LOG.warning(() -> "No sessions of other hosts are shown: %s.".formatted(trouble));
        return new FleetRoom(Optional.empty(), Optional.empty(), trouble, address, Map.of());
    }

    private static FleetRoom opened(
            Config config, Fleet.Setup setup, Around around, String version, SecureRandom random, BrokerAddress address)
            throws IOException {
        warnOfOtherName(config, setup.self());
        var presence = new Presence(
                version, config.find(Variable.ORIGIN).orElse(null), Allowance.of(config.text(Variable.FLEET_ALLOW)));
        var metadata = around.metadata();
        var rows = new CatalogRows(around.catalog(), metadata::organisation);
        var endings = new ConcurrentHashMap<String, Actor>();
        var fleet = new Fleet(
                setup,
                new Fleet.Ours(
                        rows,
                        new CallDesk(around.own(), around.terminals(), metadata::organisation),
                        presence,
                        new JournalEntries(metadata.journal()::head, metadata.journal()::read)),
                new Journaling(metadata, endings),
                random);
        var list = new FleetList(fleet, around.catalog(), around.engines(), metadata::organisation, around.clock());
        fleet.view().subscribe(news -> announce(news, list, around.events()));
        around.events().watch(event -> forward(event, fleet.forwarder()));
        var _ = metadata.subscribe(change -> {
            fleet.copier().changed();
            if (change.entries().stream().anyMatch(entry -> entry.event() instanceof OfProject)) {
                fleet.forwarder().relisted();
            }
        });
        fleet.start();
        return new FleetRoom(Optional.of(fleet), Optional.of(list), null, address, endings);
    }

    private static void warnOfOtherName(Config config, Membership self) {
        var wished = config.find(Variable.FLEET_NAME);
        if (wished.isPresent() && !wished.get().equals(self.name())) {
            LOG.warning(() -> "This host is called %s in its fleet; SVC_FLEET_NAME counts when it joins again."
                    .formatted(self.name()));
        }
    }

    /// What this host's pages hear of a row, other hosts hear too.
    private static void forward(LiveEvent event, Forwarder forwarder) {
        var session = event.session();
        if (session != null) {
            forwarder.changed(session);
        } else if (event.data() instanceof OfRow row) {
            SessionId.find(row.id()).ifPresent(forwarder::changed);
        } else if (event.type().equals(LiveEvent.GONE) && event.data() instanceof Map<?, ?> gone) {
            SessionId.find(String.valueOf(gone.get("id"))).ifPresent(forwarder::changed);
        } else if (event.type().equals(LiveEvent.RESYNC)) {
            forwarder.relisted();
        }
    }

    /// What other hosts say of a row, this host's pages hear.
    private static void announce(RemoteNews news, FleetList list, LiveEvents events) {
        if (events.streams() == 0) {
            return;
        }
        switch (news) {
            case RemoteNews.Changed it -> events.announceElsewhere("session", list.view(it.row()));
            case RemoteNews.Gone it ->
                events.announceElsewhere(
                        LiveEvent.GONE, Map.of("id", it.session().toString() + '@' + it.host()));
            case RemoteNews.Hosts _ -> events.announceElsewhere(LiveEvent.RESYNC, Map.of());
        }
    }

    /// Journals who came and went, on the host that decides it.
    private record Journaling(Metadata metadata, Map<String, Actor> endings) implements Fleet.Listener {
        @Override
        public void joined(Member member) {
            note(Kind.HOST_JOINED, member.name(), member.fingerprint(), Actor.SYSTEM);
        }

        @Override
        public void ended(EndedHost host) {
            var asked = endings.remove(host.id());
            note(Kind.HOST_ENDED, host.name(), host.fingerprint(), asked == null ? Actor.CLI : asked);
        }

        private void note(Kind kind, String name, String fingerprint, Actor actor) {
            var details = Map.of("name", name, "fingerprint", fingerprint);
            var _ = metadata.security(new SecurityEvent(kind, details), actor);
        }
    }

    /// The other hosts, for a tray that has no login.
    public LiveFleet forTray() {
        if (fleet.isEmpty()) {
            return new LiveFleet(List.of(), trouble == null ? "" : trouble);
        }
        var wrong = fleet.get().status().trouble();
        return new LiveFleet(
                fleet.get().view().hosts().stream().map(FleetRoom::host).toList(), wrong == null ? "" : wrong);
    }

    /// The time of one that is there would be another one with every beat.
    private static LiveHost host(RemoteHost host) {
        return new LiveHost(host.member().name(), host.online(), host.online() ? null : host.lastSeen());
    }

    @Override
    public void close() {
        fleet.ifPresent(Fleet::close);
    }
}
