package dev.svc.server;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.http.Assets;
import dev.svc.server.http.Gate;
import dev.svc.server.http.Origins;
import dev.svc.server.http.Page;
import dev.svc.server.http.SystemRoutes;
import dev.svc.server.http.Web;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.control.HomeLock;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// One running service: takes its home, opens its rooms, answers until it is told to stop, and closes them in turn.
final class Service {
    private final Config config;
    private final BuildInfo build;
    private final Console console;

    /// Zero until the server is bound.
    private final AtomicInteger boundPort = new AtomicInteger();

    Service(Config config, BuildInfo build, Console console) {
        this.config = config;
        this.build = build;
        this.console = console;
    }

    void run() throws IOException {
        Assets assets = requireAssets();
        var closing = new Closing();
        HomeLock lock = closing.add(requireHome());
        WebServer server = start(web(assets));
        closing.add(server::stop);
        boundPort.set(server.port());
        lock.announce(server.port());
        console.out().println("svc is ready at " + address());
        closing.awaitEnd();
    }

    private Web web(Assets assets) {
        var origins = new Origins(config.find(Variable.ORIGIN), config.list(Variable.ALLOWED_HOSTS), boundPort::get);
        var system = new SystemRoutes(build.view(config), new HostFacts(config)::view);
        return new Web(system.routes(), List.of(), new Gate(origins, new OpenDoor(config)), new Page(assets));
    }

    private WebServer start(Web web) {
        String host = config.text(Variable.HOST);
        int port = (int) config.number(Variable.PORT);
        boolean https = config.text(Variable.ORIGIN).startsWith("https:");
        long maxBody = config.number(Variable.UPLOAD_MAX_BYTES) + (1 << 20);
        try {
            return web.start(new Web.Listen(host, port, maxBody, https));
        } catch (RuntimeException notBound) {
            throw new CommandException(
                    ExitCode.PORT_TAKEN,
                    "%s, port %d, cannot be bound: another program has the port or the address is not one of this machine; choose another with --port or --host."
                            .formatted(host, port));
        }
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
