package dev.svc.server;

import dev.svc.server.auth.Auth;
import dev.svc.server.auth.FirstStart;
import dev.svc.server.auth.SecurityNote;
import dev.svc.server.auth.StartRules;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.http.AccountRoutes;
import dev.svc.server.http.Assets;
import dev.svc.server.http.DoorRoutes;
import dev.svc.server.http.Gate;
import dev.svc.server.http.Origins;
import dev.svc.server.http.Page;
import dev.svc.server.http.Route;
import dev.svc.server.http.Sessions;
import dev.svc.server.http.SystemRoutes;
import dev.svc.server.http.Web;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.control.HomeLock;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// One running service: takes its home, opens its rooms, answers until it is told to stop, and closes them in turn.
final class Service {
    private static final Logger LOG = Logger.getLogger(Service.class.getName());

    private final Config config;
    private final BuildInfo build;
    private final Console console;
    private final SecureRandom random = new SecureRandom();

    /// Zero until the server is bound.
    private final AtomicInteger boundPort = new AtomicInteger();

    Service(Config config, BuildInfo build, Console console) {
        this.config = config;
        this.build = build;
        this.console = console;
    }

    /// Serves until the process is told to end.
    void run() throws IOException {
        var closing = new Closing();
        open(closing);
        console.out().println("svc is ready at " + address());
        closing.awaitEnd();
    }

    /// Opens everything, leaving what must be closed again with `closing`; returns the port that answers.
    int open(Closing closing) throws IOException {
        requireStartRules();
        Assets assets = requireAssets();
        HomeLock lock = closing.add(requireHome());
        Auth auth = closing.add(Auth.open(firstStart(), Clock.systemUTC(), random, Service::log));
        WebServer server = start(web(assets, auth));
        closing.add(server::stop);
        boundPort.set(server.port());
        lock.announce(server.port());
        return server.port();
    }

    private Web web(Assets assets, Auth auth) {
        var origins = new Origins(config.find(Variable.ORIGIN), config.list(Variable.ALLOWED_HOSTS), boundPort::get);
        var sessions = new Sessions(auth, isHttps(), boundPort::get);
        var system = new SystemRoutes(build.view(config), new HostFacts(config)::view);
        var door = new DoorRoutes(auth, sessions, place(), build.version());
        var account = new AccountRoutes(auth, sessions);
        List<Route> routes = Stream.of(system.routes(), door.routes(), account.routes())
                .flatMap(List::stream)
                .toList();
        return new Web(routes, List.of(), new Gate(origins, sessions), new Page(assets));
    }

    /// What this installation is called where a person signs in.
    private String place() {
        return config.find(Variable.INSTANCE)
                .or(() -> Optional.ofNullable(HostFacts.hostname()))
                .orElse("svc");
    }

    private void requireStartRules() {
        StartRules.objection(config).ifPresent(sentence -> {
            throw new CommandException(ExitCode.CONFIGURATION, sentence);
        });
        StartRules.warning(config).ifPresent(sentence -> console.err().println("svc: " + sentence));
    }

    /// Makes what an empty home lacks. The password is shown to a person at a terminal and never written to a log.
    private Config firstStart() throws IOException {
        FirstStart made = FirstStart.prepare(config, random);
        if (made.password().isPresent() && console.interactive()) {
            console.out()
                    .println("The first password, shown this once, to be changed when you sign in as %s:%n%n    %s%n"
                            .formatted(
                                    config.text(Variable.USERNAME),
                                    made.password().get()));
        } else if (made.password().isPresent()) {
            console.err().println("svc: a first password was made; to see one, run  svc reset-password  on this host.");
        }
        return made.config();
    }

    private static void log(SecurityNote note) {
        LOG.log(Level.INFO, "{0} {1}", new Object[] {SecurityLog.event(note), SecurityLog.actor(note)});
    }

    private boolean isHttps() {
        return config.text(Variable.ORIGIN).startsWith("https:");
    }

    private WebServer start(Web web) {
        String host = config.text(Variable.HOST);
        int port = (int) config.number(Variable.PORT);
        long maxBody = config.number(Variable.UPLOAD_MAX_BYTES) + (1 << 20);
        return web.start(new Web.Listen(host, port, maxBody, isHttps()))
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
