package dev.svc.server.cli.token;

import dev.svc.server.auth.token.Scope;
import dev.svc.server.auth.token.Tokens;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc token create`: a new token, shown this once.
@Command(
        name = "create",
        description = {"Makes a token and prints it, once.", "Send it as  Authorization: Bearer TOKEN."})
final class TokenCreateCommand implements Callable<Integer> {
    private static final int MOST_DAYS = 3_650;

    private final Supplier<Config> config;
    private final InstantSource clock;
    private final SecureRandom random;
    private final Console console;

    @Parameters(paramLabel = "NAME", description = "What you call it; the journal names it so.")
    private String name = "";

    @Option(
            names = "--scope",
            split = ",",
            required = true,
            paramLabel = "SCOPE",
            description =
                    "read, organise (titles, projects, archive) or drive (type, start, end); several with commas.")
    private Set<String> scopes = Set.of();

    @Option(names = "--days", paramLabel = "N", description = "Holds so many days (default: until it is ended).")
    private @Nullable Integer days;

    @Option(names = "--json", description = "Prints an object.")
    private boolean json;

    TokenCreateCommand(Supplier<Config> config, InstantSource clock, SecureRandom random, Console console) {
        this.config = config;
        this.clock = clock;
        this.random = random;
        this.console = console;
    }

    @Override
    public Integer call() {
        if (days != null && (days < 1 || days > MOST_DAYS)) {
            throw new CommandException(ExitCode.USAGE, "--days takes a number from 1 to %d.".formatted(MOST_DAYS));
        }
        var now = clock.instant();
        var end = days == null ? null : now.plus(Duration.ofDays(days));
        try {
            var wish = new Tokens.Wish(name, chosen(), end, false);
            print(Tokens.create(TokenCommand.file(config.get()), wish, now, random));
            return ExitCode.OK.number();
        } catch (Tokens.RefusedException refused) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(refused.getMessage()));
        } catch (IOException unusable) {
            throw TokenCommand.unusable(unusable);
        }
    }

    private Set<Scope> chosen() {
        var chosen = EnumSet.noneOf(Scope.class);
        for (var word : scopes) {
            chosen.add(Scope.find(word.strip())
                    .orElseThrow(() -> new CommandException(
                            ExitCode.USAGE, "--scope takes read, organise and drive, with commas between them.")));
        }
        return chosen;
    }

    private void print(Tokens.Made made) throws IOException {
        if (json) {
            var view = new LinkedHashMap<String, @Nullable Object>();
            view.put("id", made.token().id());
            view.put("name", made.token().name());
            view.put(
                    "scopes",
                    made.token().sortedScopes().stream().map(Scope::word).toList());
            view.put("expires_at", made.token().expiresAt());
            view.put("token", made.text());
            console.out().println(JsonOutput.of(view));
        } else {
            console.out().println(made.text());
        }
        console.out().flush();
    }
}
