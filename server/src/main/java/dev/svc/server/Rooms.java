package dev.svc.server;

import dev.svc.server.auth.Auth;
import dev.svc.server.catalog.Archiving;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Running;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.change.SessionChanges;
import dev.svc.server.engine.Engines;
import dev.svc.server.handover.HandOver;
import dev.svc.server.http.account.FreshProof;
import dev.svc.server.http.fleet.LineSession;
import dev.svc.server.http.gate.InHand;
import dev.svc.server.http.gate.LateAnswers;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.http.live.SnoozeEnds;
import dev.svc.server.http.term.TermSockets;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.mask.Masks;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.outside.HostRun;
import dev.svc.server.outside.LastSeen;
import dev.svc.server.outside.OutsidePrograms;
import dev.svc.server.review.Keys;
import dev.svc.server.search.Search;
import dev.svc.server.session.SessionId;
import dev.svc.server.setting.Settings;
import dev.svc.server.share.Shares;
import dev.svc.server.share.Sharing;
import dev.svc.server.sidecar.Sidecar;
import dev.svc.server.terminal.Limits;
import dev.svc.server.terminal.Reaper;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.attach.AttachDoor;
import dev.svc.server.terminal.attach.Replies;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.update.Updates;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.server.usage.Usage;
import dev.svc.server.wiring.continuing.Continuations;
import dev.svc.server.wiring.continuing.TerminalPrompts;
import dev.svc.server.wiring.continuing.TextSending;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.server.wiring.fleet.FleetRoom;
import dev.svc.server.wiring.follow.CatalogStores;
import dev.svc.server.wiring.push.PushRoom;
import dev.svc.server.wiring.push.PushSettings;
import dev.svc.server.wiring.question.AllowedCommands;
import dev.svc.server.wiring.question.QuestionRoom;
import dev.svc.server.wiring.report.SecurityLog;
import dev.svc.server.wiring.review.ReviewRoom;
import dev.svc.server.wiring.review.ReviewSettings;
import dev.svc.server.wiring.review.Reviewing;
import dev.svc.server.wiring.review.TranscriptTail;
import dev.svc.server.wiring.search.SearchRoom;
import dev.svc.server.wiring.search.Searching;
import dev.svc.server.wiring.snooze.Waking;
import dev.svc.server.wiring.terminal.LiveReport;
import dev.svc.server.wiring.terminal.LiveSessions;
import dev.svc.server.wiring.terminal.OutsideDoor;
import dev.svc.server.wiring.terminal.OutsideNews;
import dev.svc.server.wiring.terminal.Reaping;
import dev.svc.server.wiring.terminal.ShellLogs;
import dev.svc.server.wiring.terminal.TerminalHosts;
import dev.svc.server.wiring.update.Updating;
import dev.svc.server.wiring.usage.UsageRoom;
import dev.svc.server.wiring.usage.UsageSection;
import dev.svc.server.wiring.vault.VaultRoom;
import dev.svc.server.wiring.vault.VaultSection;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.live.LiveFile;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The rooms of one running service, opened in the order in which they need each other.
record Rooms(
        Metadata metadata,
        Settings settings,
        Auth auth,
        Engines engines,
        Catalog catalog,
        Archiving archiving,
        TextWorkers workers,
        Transcript transcript,
        SessionChanges changes,
        LiveEvents events,
        Terminals terminals,
        OutsidePrograms outside,
        QuestionRoom questions,
        PushRoom push,
        FreshProof fresh,
        TermSockets sockets,
        ReviewRoom review,
        Search search,
        VaultRoom vault,
        Usage usage,
        HandOver handOver,
        Sharing sharing,
        Shares shares,
        TextSending sending,
        FleetRoom fleet,
        InHand inHand,
        Updates updates) {
    private static final Logger LOG = Logger.getLogger(Rooms.class.getName());

    /// Registers with `closing` what must be closed again.
    static Rooms open(Config config, BuildInfo build, SecureRandom random, IntSupplier port, Closing closing)
            throws IOException {
        Clock clock = Clock.systemUTC();
        Journal journal = closing.add(ChronicleJournal.open(config.path(Variable.JOURNAL_DIR), clock));
        Metadata metadata = closing.add(new Metadata(journal, clock));
        closing.add(Sidecar.start(config.path(Variable.METADATA), config.path(Variable.PREFS), metadata, clock));
        var updating = new Updating(config, build);
        var keys = new Keys(config.home().data().resolve("ai-review.key"));
        var reviewSettings = new ReviewSettings(config, metadata, keys);
        var pushSettings = new PushSettings(config, metadata);
        var folders = new AtomicReference<Supplier<Set<String>>>(Set::of);
        var vault = closing.add(VaultRoom.open(config));
        Engines engines = ConfiguredEngines.of(config, () -> folders.get().get(), vault::around);
        engines.screenObjections().forEach(LOG::warning);
        Settings settings = new Settings(
                metadata,
                clock,
                List.of(
                        Reaping.section(config, engines),
                        reviewSettings.section(),
                        Searching.section(),
                        AllowedCommands.section(),
                        pushSettings.section(),
                        VaultSection.section(engines, vault::usualLimit),
                        UsageSection.section(),
                        updating.section()));
        Auth auth = closing.add(Auth.open(
                config, clock, random, note -> metadata.security(SecurityLog.event(note), SecurityLog.actor(note))));
        var running = new AtomicReference<Supplier<Collection<Running>>>(List::of);
        var hosts = new AtomicReference<>(FleetRoom.NONE);
        var cache = new Cache(config.home().cache(), build.version());
        Catalog catalog = closing.add(
                new Catalog(engines, metadata::organisation, () -> running.get().get(), Catalog.Settings.of(cache)));
        folders.set(catalog::folderPaths);
        catalog.start();
        var archiving = new Archiving(engines, metadata, catalog);
        archiving.start();
        LiveEvents events = closing.add(new LiveEvents(metadata, catalog));
        TextWorkers workers = closing.add(new TextWorkers());
        Transcript transcript = ConfiguredEngines.transcript(config, engines, workers);
        closing.add(new SnoozeEnds(metadata, clock, events::announceRow));
        var waking = closing.add(new Waking(metadata, clock));
        var opened = new AtomicReference<Optional<Terminals>>(Optional.empty());
        Predicate<SessionId> isJoined =
                session -> opened.get().filter(it -> it.isJoined(session)).isPresent();
        var live = new LiveSessions(metadata, catalog, events::announce, transcript, waking::needed, isJoined);
        var push = closing.add(PushRoom.open(config, pushSettings, metadata, catalog, random, clock));
        var questions = closing.add(QuestionRoom.open(new QuestionRoom.Around(
                config.path(Variable.RUNTIME_DIR),
                config.text(Variable.HOST),
                port,
                engines,
                metadata,
                settings,
                workers,
                events::announce,
                push.listener(),
                opened::get,
                random,
                clock)));
        var outside = new AtomicReference<Optional<OutsidePrograms>>(Optional.empty());
        var shells = new ShellLogs(ConfiguredEngines.shellBook(config), clock);
        var memory = new ProcessMemory();
        Terminals terminals = closing.add(
                new Terminals(
                        terminalSettings(config),
                        TerminalHosts.of(config),
                        engines,
                        live,
                        new OutsideDoor(engines, outside::get),
                        questions.extras(),
                        shells.beside(push.beside(questions.beside(live))),
                        TerminalHosts.relief(config),
                        memory,
                        clock),
                Terminals.CLOSING);
        opened.set(Optional.of(terminals));
        running.set(() -> live.running(terminals));
        terminals.recover();
        closing.add(shells);
        shells.start(terminals);
        var elsewhere = closing.add(new OutsidePrograms(
                engines,
                config.platform().environment(),
                terminals::processes,
                new OutsideNews(terminals, live, questions::outside, lastSeen(config, clock)),
                memory,
                clock));
        outside.set(Optional.of(elsewhere));
        closing.add(new LiveReport(
                LiveFile.of(config.home()),
                () -> live.running(terminals),
                catalog,
                engines,
                metadata,
                () -> hosts.get().forTray(),
                clock));
        var reaping = new Reaping(settings, metadata, engines);
        closing.add(new Reaper(terminals, reaping::now, reaping::isExempt, live, clock));
        var fresh = new FreshProof(auth, clock);
        var sockets = closing.add(new TermSockets(terminals, engines, auth::isOpen, fresh::isFresh));
        auth.logins().onEnd(login -> sockets.endLogin(login.handle()));
        auth.api().kept().onEnd(sockets::endLogin);
        openAttachDoor(
                config,
                terminals,
                engines,
                questions.replies(engines, auth.api().local()::make),
                closing);
        var texts = new Reviewing.Texts(new TranscriptTail(transcript), terminals::screen);
        var around = new Reviewing(metadata, catalog, events, reviewSettings::now, texts, (session, answer) -> {
            if (answer.needsYou()) {
                waking.needed(session);
            }
            push.reviewed(session, answer);
        });
        var masks = new Masks(ReviewRoom.secrets(config, keys, around));
        var review = closing.add(ReviewRoom.open(config, keys, around, metadata));
        var changes = ConfiguredEngines.sessionChanges(engines, workers);
        var handOver =
                new HandOver(transcript, changes, masks, config.home().data().resolve("handed"), clock);
        var sharing = new Sharing(transcript, changes, masks);
        var shares = new Shares(config.home().data().resolve("shares"), random, clock);
        var inHand = new InHand();
        closing.add(LateAnswers.watch(inHand));
        var search = closing.add(SearchRoom.open(
                config.home().search(),
                new Search.Around(
                        CatalogStores.conversations(catalog, () -> live.running(terminals)),
                        new Searching(settings)::now,
                        () -> inHand.isAny() || sockets.awaitsEcho(),
                        status -> SearchRoom.announce(events, status),
                        clock),
                metadata));
        vault.start(
                catalog,
                metadata,
                CatalogStores.all(catalog, () -> live.running(terminals)),
                new VaultSection(settings, metadata, engines)::now,
                () -> inHand.isAny() || sockets.awaitsEcho(),
                clock);
        var usage = closing.add(UsageRoom.of(
                config,
                new UsageRoom.Around(
                        catalog,
                        metadata,
                        CatalogStores.all(catalog, () -> live.running(terminals)),
                        new UsageSection(settings)::now,
                        () -> live.running(terminals),
                        events::announce,
                        events::announceRow,
                        push::overBudget,
                        () -> inHand.isAny() || sockets.awaitsEcho(),
                        clock)));
        usage.start();
        var prompts = new TerminalPrompts(terminals, questions.questions());
        closing.add(new Continuations(metadata, clock, prompts, push::continued));
        var fleet = closing.add(FleetRoom.open(
                config,
                new FleetRoom.Around(
                        catalog,
                        engines,
                        metadata,
                        events,
                        (author, scopes, method, path, body) -> {
                            var lent = auth.api().local().lend(author, scopes);
                            try {
                                return questions.api(lent).call(method, path, body);
                            } finally {
                                auth.api().local().takeBack(lent);
                            }
                        },
                        (address, visitor, line) -> LineSession.serve(sockets.route(), address, visitor, line),
                        clock),
                build.version(),
                random));
        hosts.set(fleet);
        return new Rooms(
                metadata,
                settings,
                auth,
                engines,
                catalog,
                archiving,
                workers,
                transcript,
                changes,
                events,
                terminals,
                elsewhere,
                questions,
                push,
                fresh,
                sockets,
                review,
                search.search(),
                vault,
                usage,
                handOver,
                sharing,
                shares,
                new TextSending(prompts, terminals, metadata),
                fleet,
                inHand,
                updating.updates());
    }

    /// Attaching is a convenience: a folder that cannot hold its socket must not stop anything else from working.
    private static void openAttachDoor(
            Config config, Terminals terminals, Engines engines, Replies replies, Closing closing) {
        try {
            closing.add(AttachDoor.open(config.path(Variable.RUNTIME_DIR), terminals, engines, replies));
        } catch (IOException | UnsupportedOperationException notHere) {
            LOG.log(
                    Level.WARNING,
                    notHere,
                    () -> "the socket of svc attach and svc status cannot be opened: these commands will not work");
        }
    }

    private static LastSeen lastSeen(Config config, Clock clock) {
        return new LastSeen(config.path(Variable.RUNTIME_DIR).resolve("outside.json"), HostRun.name(), clock);
    }

    private static Terminals.Settings terminalSettings(Config config) {
        return new Terminals.Settings(
                config.path(Variable.RUNTIME_DIR),
                config.path(Variable.LOCK_DIR),
                config.path(Variable.SCROLLBACK_DIR),
                config.number(Variable.SCROLLBACK_BYTES),
                Duration.ofDays(config.number(Variable.SCROLLBACK_DAYS)),
                config.flag(Variable.TAKEOVER),
                Limits.ofThisProcess(),
                config.platform().environment(),
                config.list(Variable.PASS_ENV));
    }
}
