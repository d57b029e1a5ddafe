package dev.svc.server;

import dev.svc.server.auth.FirstStart;
import dev.svc.server.auth.StartRules;
import dev.svc.server.backup.HomeLayout;
import dev.svc.server.backup.Restored;
import dev.svc.server.catalog.ProjectRoots;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.demo.DemoHome;
import dev.svc.server.http.Web;
import dev.svc.server.http.account.LoginCookies;
import dev.svc.server.http.connection.Connections;
import dev.svc.server.http.connection.Crowd;
import dev.svc.server.http.connection.Deadlines;
import dev.svc.server.http.connection.ListenerWatch;
import dev.svc.server.http.fleet.RemoteTerminals;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.SocketRoute;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.http.system.UpdateRoutes;
import dev.svc.server.terminal.Limits;
import dev.svc.server.terminal.host.Dtach;
import dev.svc.server.update.Started;
import dev.svc.server.update.UpdateWatch;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.server.wiring.demo.LiveStandIns;
import dev.svc.server.wiring.home.HomeModes;
import dev.svc.server.wiring.home.UnusableFile;
import dev.svc.server.wiring.report.SecurityLog;
import dev.svc.server.wiring.update.Updating;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Variable;
import dev.svc.shared.control.HomeLock;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// One running service: takes its home, opens its rooms, serves until it is stopped, and closes them in reverse order.
final class Service {
    private static final Logger LOG = Logger.getLogger(Service.class.getName());

    private final Config config;
    private final BuildInfo build;
    private final Console console;
    private final boolean programsLiveOn;
    private final SecureRandom random = new SecureRandom();

    /// Zero until the server is bound.
    private final AtomicInteger boundPort = new AtomicInteger();

    Service(Config config, BuildInfo build, Console console) {
        this(config, build, console, true);
    }

    /// @param programsLiveOn whether programs in terminals outlive it, where something keeps them
    Service(Config config, BuildInfo build, Console console, boolean programsLiveOn) {
        this.config = config;
        this.build = build;
        this.console = console;
        this.programsLiveOn = programsLiveOn;
    }

    /// Serves until the process is stopped.
    void run() throws IOException {
        var closing = new Closing();
        open(closing);
        console.out().println("svc is ready at " + address());
        closing.awaitEnd();
    }

    /// Opens everything, registers with `closing` what must be closed again, and returns the port that answers.
    int open(Closing closing) throws IOException {
        requireStartRules();
        Assets assets = requireAssets();
        HomeLock lock = closing.add(requireHome());
        try {
            return open(assets, lock, closing);
        } catch (IOException failed) {
            throw UnusableFile.in(failed).orElseThrow(() -> failed);
        } catch (UncheckedIOException failed) {
            throw UnusableFile.in(failed).orElseThrow(() -> failed);
        }
    }

    private int open(Assets assets, HomeLock lock, Closing closing) throws IOException {
        closing.add(MemoryWatch.start());
        finishRestoration();
        HomeModes.mend(config.home());
        Config prepared = firstStart();
        Limits.warning().ifPresent(sentence -> console.err().println("svc: " + sentence));
        Rooms rooms = Rooms.open(prepared, build, random, boundPort::get, closing);
        if (!programsLiveOn) {
            closing.add(rooms.terminals()::killAll);
            closing.add(LiveStandIns.start(
                    rooms.terminals(), DemoHome.living(prepared.home().data())));
        }
        var connections = closing.add(connections(rooms));
        WebServer server = start(web(prepared, assets, rooms), connections);
        closing.add(server::stop);
        closing.add(() -> farewell(rooms));
        boundPort.set(server.port());
        closing.add(ListenerWatch.of(config.text(Variable.HOST), server.port(), this::listenerDied));
        lock.announce(server.port(), build.version());
        announceStart(prepared, rooms);
        remarks(prepared).forEach(sentence -> console.err().println("svc: " + sentence));
        closing.add(watchUpdates(prepared, rooms)).start();
        if (programsLiveOn) {
            closing.add(
                    rooms.terminals()::callRelief); // added last, so closed first: it starts up while the rest closes
        }
        return server.port();
    }

    /// For an update that waits for this start.
    private void announceStart(Config prepared, Rooms rooms) throws IOException {
        long pid = ProcessHandle.current().pid();
        new Started(pid, boundPort.get(), build.commit(), rooms.terminals().programs())
                .write(Started.place(prepared.home().data()));
    }

    private UpdateWatch watchUpdates(Config prepared, Rooms rooms) {
        var listener = new UpdateWatch.Listener(
                step -> rooms.events().announce("update", UpdateRoutes.announcement(step)),
                end -> Updating.note(rooms.metadata(), end),
                (what, who) -> rooms.settings()
                        .changedElsewhere(Updating.SECTION, Updating.name(what), SecurityLog.actor(who)));
        var deeds = HostChangeLog.of(prepared.home());
        return new UpdateWatch(
                rooms.updates(), new Updating(prepared, build).place(), deeds, listener, Clock.systemUTC());
    }

    /// A restoration that a crash cut short lies whole beside the home.
    private void finishRestoration() throws IOException {
        var unfinished = Restored.unfinished(HomeLayout.of(config));
        if (unfinished.isPresent()) {
            unfinished.get().putInPlace();
            console.err().println("svc: a restoration that was cut short is finished.");
        }
    }

    private Web web(Config prepared, Assets assets, Rooms rooms) {
        var origins =
                new Origins(prepared.find(Variable.ORIGIN), prepared.list(Variable.ALLOWED_HOSTS), boundPort::get);
        var logins = new LoginCookies(rooms.auth(), isHttps(), boundPort::get);
        var routes = new RouteTable(prepared, build, rooms, logins).routes();
        return new Web(routes, List.of(terminals(rooms)), new Gate(origins, logins), new AppPage(assets));
    }

    private static SocketRoute terminals(Rooms rooms) {
        var own = rooms.sockets().route();
        var list = rooms.fleet().list();
        if (list.isEmpty()) {
            return own;
        }
        var remote = new RemoteTerminals(list.get(), rooms.auth()::isOpen);
        var _ = rooms.auth().logins().onEnd(login -> remote.endLogin(login.handle()));
        rooms.auth().api().kept().onEnd(remote::endLogin);
        return remote.over(own);
    }

    /// Features that work with limits on this host.
    private static List<String> remarks(Config prepared) {
        var roots = new ProjectRoots(prepared.paths(Variable.PROJECT_ROOTS));
        return Stream.concat(Dtach.absence(prepared).stream(), roots.objections().stream())
                .toList();
    }

    private void requireStartRules() {
        StartRules.objection(config).or(() -> Dtach.objection(config)).ifPresent(sentence -> {
            throw new CommandException(ExitCode.CONFIGURATION, sentence);
        });
        StartRules.warning(config).ifPresent(sentence -> console.err().println("svc: " + sentence));
    }

    /// Makes what an empty home lacks. The password is shown to a person at a terminal and never written to a log.
    private Config firstStart() throws IOException {
        FirstStart made = FirstStart.prepare(config, random);
        if (made.password().isPresent() && console.interactive()) {
            made.announcement().ifPresent(console.out()::println);
        } else if (made.password().isPresent()) {
            console.err()
                    .println("svc: a first password was made; to see one, run  %s  on this host."
                            .formatted(OwnCommand.line("reset-password")));
        }
        return made.config();
    }

    private boolean isHttps() {
        return config.text(Variable.ORIGIN).startsWith("https:");
    }

    /// Connections from this host and from proxies stand for many clients, so they are not counted by source.
    private static Connections connections(Rooms rooms) {
        return new Connections(
                Deadlines.ordinary(),
                Crowd.of(Limits.openFiles()),
                peer -> peer.isLoopbackAddress() || rooms.auth().proxies().trusts(peer));
    }

    /// Before the server stops, pages learn that it does, so that only requests in flight are left to wait for.
    private static void farewell(Rooms rooms) {
        rooms.questions().letGo();
        rooms.events().endStreams();
        rooms.sockets().close();
    }

    /// Programs live on without a server, and the service manager restarts it.
    private void listenerDied() {
        LOG.severe("svc does not listen any more and ends, to be started again.");
        System.exit(ExitCode.BROKEN.number());
    }

    private WebServer start(Web web, Connections connections) {
        String host = config.text(Variable.HOST);
        int port = (int) config.number(Variable.PORT);
        long maxBody = config.number(Variable.UPLOAD_MAX_BYTES) + (1 << 20);
        return web.start(new Web.Listen(host, port, maxBody, isHttps()), connections)
                .orElseThrow(() -> new CommandException(
                        ExitCode.PORT_TAKEN,
                        "%s, port %d, cannot be bound: another program has the port or the address is not one of this machine; choose another with --port or --host."
                                .formatted(host, port)));
    }

    private HomeLock requireHome() {
        Path file = config.home().processLock();
        try {
            return HomeLock.tryTake(file)
                    .orElseThrow(() -> new CommandException(
                            ExitCode.HOME_BUSY,
                            "%s already belongs to a running svc (%s): use that one, or give this one its own SVC_INSTANCE or SVC_HOME."
                                    .formatted(
                                            config.home().data(),
                                            HomeLock.holder(file).orElse("it did not say which"))));
        } catch (IOException notWritable) {
            throw new CommandException(
                    ExitCode.HOME_NOT_WRITABLE,
                    "%s cannot be written (%s): mend its permissions or set SVC_HOME to a folder of yours."
                            .formatted(config.home().data(), notWritable.getMessage()));
        }
    }

    private Assets requireAssets() {
        Path dist = config.path(Variable.WEB_DIST);
        try {
            return Assets.of(dist);
        } catch (IOException noPage) {
            throw new CommandException(
                    ExitCode.NO_PAGE,
                    "%s holds no index.html: build the page with  npm run build  in web/, or set SVC_WEB_DIST to a built one."
                            .formatted(dist));
        }
    }

    private String address() {
        String host = config.text(Variable.HOST);
        return config.find(Variable.ORIGIN)
                .orElseGet(() -> "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + boundPort.get());
    }
}
