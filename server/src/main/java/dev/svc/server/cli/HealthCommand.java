package dev.svc.server.cli;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.control.HomeLock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc health`: whether the service of this home answers, for scripts and for the installer.
@Command(name = "health", description = "Asks the running service whether it is well, and says where it answers.")
public final class HealthCommand implements Callable<Integer> {
    private static final Pattern PORT = Pattern.compile("port=([1-9][0-9]*)");
    private static final Duration EACH = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Supplier<Config> config;
    private final Console console;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Asks again until it answers, for so long (default 0).")
    private int wait;

    public HealthCommand(Supplier<Config> config, Console console) {
        this.config = config;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Config chosen = config.get();
        long end = System.nanoTime() + Duration.ofSeconds(wait).toNanos();
        try (var client = HttpClient.newBuilder().connectTimeout(EACH).build()) {
            Optional<URI> answering = answering(client, chosen);
            while (answering.isEmpty() && System.nanoTime() < end) {
                Thread.sleep(PAUSE);
                answering = answering(client, chosen);
            }
            URI address = answering.orElseThrow(() -> silent(chosen));
            console.out()
                    .println("svc answers at "
                            + chosen.find(Variable.ORIGIN).orElse("http://" + address.getRawAuthority()));
            console.out().flush();
            return ExitCode.OK.number();
        }
    }

    private static CommandException silent(Config config) {
        return new CommandException(
                ExitCode.FAILED,
                "no service of %s answers: start it, or look into its log."
                        .formatted(config.home().data()));
    }

    /// The lock's holder says which port it got; nobody answers before that.
    private static Optional<URI> answering(HttpClient client, Config config) throws InterruptedException {
        Matcher port = PORT.matcher(HomeLock.holder(config.home().processLock()).orElse(""));
        if (!port.find()) {
            return Optional.empty();
        }
        var address = URI.create("http://%s:%s/healthz".formatted(host(config.text(Variable.HOST)), port.group(1)));
        try {
            var question = HttpRequest.newBuilder(address).timeout(EACH).build();
            // A service whose name only the proxy may use answers 403 here: it is up all the same.
            boolean isWell = client.send(question, BodyHandlers.discarding()).statusCode() < 500;
            return isWell ? Optional.of(address) : Optional.empty();
        } catch (IOException silent) {
            return Optional.empty();
        }
    }

    /// Where a service that listens everywhere, or on the name of this host, is reached from here.
    private static String host(String bound) {
        return switch (bound) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::" -> "[::1]";
            default -> bound.contains(":") ? "[" + bound + "]" : bound;
        };
    }
}
