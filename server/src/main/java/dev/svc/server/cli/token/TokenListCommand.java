package dev.svc.server.cli.token;

import dev.svc.server.auth.token.ApiToken;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.shared.config.Config;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc token list`: what lets programs in now.
@Command(name = "list", description = "Lists the tokens that hold, without what opens.")
final class TokenListCommand implements Callable<Integer> {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

    private final Supplier<Config> config;
    private final InstantSource clock;
    private final Console console;

    @Option(names = "--json", description = "Prints an array of objects.")
    private boolean json;

    TokenListCommand(Supplier<Config> config, InstantSource clock, Console console) {
        this.config = config;
        this.clock = clock;
        this.console = console;
    }

    /// A token as JSON.
    record View(
            String id,
            String name,
            List<String> scopes,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt) {
        static View of(ApiToken token) {
            return new View(
                    token.id(),
                    token.name(),
                    token.sortedScopes().stream().map(Scope::word).toList(),
                    token.createdAt(),
                    token.expiresAt(),
                    token.lastUsedAt());
        }
    }

    @Override
    public Integer call() throws IOException {
        var now = clock.instant();
        List<ApiToken> held;
        try {
            held = TokenCommand.file(config.get()).read().stream()
                    .filter(it -> !it.isOverAt(now))
                    .toList();
        } catch (IOException unusable) {
            throw TokenCommand.unusable(unusable);
        }
        if (json) {
            console.out().println(JsonOutput.of(held.stream().map(View::of).toList()));
        } else {
            held.forEach(it -> console.out().println(line(it)));
        }
        console.out().flush();
        return (held.isEmpty() ? ExitCode.NOTHING_FOUND : ExitCode.OK).number();
    }

    private static String line(ApiToken token) {
        return "%s  %-20s  %-20s  used %-16s  %s"
                .formatted(
                        token.id(),
                        PlainText.line(token.name()),
                        token.sortedScopes().stream().map(Scope::word).collect(Collectors.joining(",")),
                        token.lastUsedAt() == null ? "never" : MINUTE.format(token.lastUsedAt()),
                        token.expiresAt() == null ? "until ended" : "until " + MINUTE.format(token.expiresAt()));
    }
}
