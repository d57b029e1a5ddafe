package dev.svc.server.cli;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc serve`: runs the web app until it is stopped.
@Command(name = "serve", description = "Runs the web app.")
public final class ServeCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final Demonstration demonstration;
    private final Service service;

    @Option(names = "--host", paramLabel = "H", description = "Bind address (default: SVC_HOST, else 127.0.0.1).")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "P", description = "Bind port (default: SVC_PORT, else 8765).")
    private @Nullable String port;

    @Option(names = "--demo", description = "Shows sample sessions in a home of their own; yours is not looked at.")
    private boolean demo;

    /// Makes a home to try svc with.
    @FunctionalInterface
    public interface Demonstration {
        Config prepare() throws IOException;
    }

    /// The running program, which only the root can build.
    @FunctionalInterface
    public interface Service {
        /// Returns once the service has ended.
        ///
        /// @param demo whether nobody comes back to what it leaves
        void run(Config config, boolean demo) throws Exception;
    }

    public ServeCommand(Supplier<Config> config, Demonstration demonstration, Service service) {
        this.config = config;
        this.demonstration = demonstration;
        this.service = service;
    }

    @Override
    public Integer call() throws Exception {
        Config chosen = demo ? demonstration.prepare() : config.get();
        if (host != null) {
            chosen = chosen.with(Variable.HOST, host);
        }
        if (port != null) {
            chosen = chosen.with(Variable.PORT, port);
        }
        service.run(chosen, demo);
        return ExitCode.OK.number();
    }
}
