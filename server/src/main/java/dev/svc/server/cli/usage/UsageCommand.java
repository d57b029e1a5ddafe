package dev.svc.server.cli.usage;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.svc.server.cli.CatalogView;
import dev.svc.server.cli.CatalogView.Seen;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.server.engine.Engines;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.Usage;
import dev.svc.server.usage.UsageQuestion;
import dev.svc.server.usage.UsageQuestion.By;
import dev.svc.server.usage.UsageQuestion.Sort;
import dev.svc.server.usage.UsageTimes;
import dev.svc.server.usage.UsageView;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc usage`: what a service has counted, beside it or without one. Changes nothing.
@Command(
        name = "usage",
        description = "Says what sessions used, and what it costs; works beside a running server and without one.",
        footer = {
            "",
            "Without a session all are counted, grouped by --by; with one, a line a model. Costs are at list prices;"
                    + " docs/usage.md says how it is counted, and how prices are set.",
            "",
            "Ends with 5 when nothing was counted."
        })
public final class UsageCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MOST = 10_000;
    private static final String DASH = "-";
    private static final Map<String, By> GROUPS = Map.of(
            "day", By.DAY,
            "hour", By.HOUR,
            "project", By.PROJECT,
            "model", By.MODEL,
            "engine", By.ENGINE,
            "session", By.SESSION);

    private final Supplier<Config> config;
    private final CatalogView view;
    private final Counted counted;
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "SID", description = "Only this session: its id, such as claude:6a47…")
    private @Nullable String sid;

    @Option(
            names = "--by",
            paramLabel = "GROUP",
            defaultValue = "day",
            description = "day, hour, project, model, engine or session; default day.")
    private String by = "day";

    @Option(names = "--from", paramLabel = "TIME", description = "From this date, or ISO time, on.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Until the end of this date, or until this ISO time.")
    private @Nullable String to;

    @Option(names = "--engine", split = ",", paramLabel = "E", description = "Key or alias, several with commas.")
    private List<String> engines = List.of();

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "1 to 10000 lines, default 50.")
    private int limit = 50;

    @Option(names = "--json", description = "Prints what GET /api/usage, or GET /api/sessions/SID/usage, answers.")
    private boolean json;

    /// What a service has counted; empty where nothing was.
    @FunctionalInterface
    public interface Counted {
        Optional<Usage> look(Config config, Seen seen) throws IOException;
    }

    public UsageCommand(Supplier<Config> config, CatalogView view, Counted counted, Console console) {
        this.config = config;
        this.view = view;
        this.counted = counted;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException, JsonProcessingException {
        var chosen = config.get();
        try (var seen = view.look(chosen)) {
            var asked = question(seen.engines());
            var usage = counted.look(chosen, seen).orElseThrow(() -> none(chosen, seen.served()));
            seen.catalog().start();
            boolean whole = seen.catalog().awaitRead(PATIENCE);
            boolean isEmpty = asked.session() == null ? all(usage, asked) : ofOne(usage, asked.session());
            if (!whole) {
                console.err().println("svc: the stores are so large that some titles are missing.");
            }
            console.out().flush();
            return (isEmpty ? ExitCode.NOTHING_FOUND : ExitCode.OK).number();
        } catch (IOException unusable) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(unusable.getMessage()));
        }
    }

    private UsageQuestion question(Engines known) {
        var group = GROUPS.get(by);
        if (group == null) {
            throw new CommandException(ExitCode.USAGE, "--by takes day, hour, project, model, engine or session.");
        }
        if (limit < 1 || limit > MOST) {
            throw new CommandException(ExitCode.USAGE, "--limit takes 1 to 10000.");
        }
        return new UsageQuestion(
                group,
                time("--from", from, UsageTimes::from),
                time("--to", to, UsageTimes::to),
                session(known),
                engineKeys(known),
                null,
                Sort.COST,
                limit);
    }

    private static @Nullable Instant time(
            String option, @Nullable String text, BiFunction<String, ZoneId, Optional<Instant>> reader) {
        return text == null
                ? null
                : reader.apply(text, ZoneId.systemDefault())
                        .orElseThrow(() -> new CommandException(
                                ExitCode.USAGE,
                                option + " takes a date such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z."));
    }

    private @Nullable SessionId session(Engines known) {
        return sid == null
                ? null
                : known.findId(sid)
                        .orElseThrow(
                                () -> new CommandException(
                                        ExitCode.USAGE,
                                        "SID takes the id of a session, as  svc sessions  prints it, such as claude:6a47f322-831d-4e37-b3ce-392a5b436ceb."));
    }

    private Set<EngineKey> engineKeys(Engines known) {
        var keys = new HashSet<EngineKey>();
        for (var word : engines) {
            keys.add(known.named(word)
                    .orElseThrow(() -> new CommandException(
                            ExitCode.USAGE, "--engine takes keys or aliases: %s.".formatted(known.names()))));
        }
        return keys;
    }

    private static CommandException none(Config chosen, boolean served) {
        return new CommandException(
                ExitCode.FAILED,
                served
                        ? "Nothing is counted yet: the service reads the logs in the background, try again soon."
                        : "Nothing is counted yet in %s: start  %s,  which reads the logs in the background."
                                .formatted(chosen.home().data(), OwnCommand.line("serve")));
    }

    /// @return whether there was nothing
    private boolean all(Usage usage, UsageQuestion asked) throws JsonProcessingException {
        var whole = usage.whole(asked);
        if (json) {
            console.out().println(JsonOutput.of(whole));
        } else {
            print(whole.rows(), whole.total());
            remarks(
                    whole.rows().size(),
                    whole.count(),
                    whole.unpriced(),
                    whole.prices().trouble());
        }
        return whole.rows().isEmpty();
    }

    private boolean ofOne(Usage usage, SessionId session) throws JsonProcessingException {
        var found = usage.session(session);
        if (json) {
            console.out().println(JsonOutput.of(found));
        } else {
            print(found.rows(), found.total());
            remarks(found.rows().size(), found.rows().size(), found.unpriced(), null);
        }
        return found.rows().isEmpty();
    }

    private void print(List<UsageView.Line> rows, UsageView.Counts total) {
        console.out().println(line("", "INPUT", "OUTPUT", "CACHE READ", "CACHE WRITE", "COST"));
        rows.forEach(row -> console.out()
                .println(line(
                        name(row),
                        number(row.input()),
                        number(row.output()),
                        number(row.cacheRead()),
                        number(row.cacheWrite()),
                        dollars(row.cost(), row.unpriced()))));
        console.out()
                .println(line(
                        "all",
                        number(total.input()),
                        number(total.output()),
                        number(total.cacheRead()),
                        number(total.cacheWrite()),
                        dollars(total.cost(), total.unpriced())));
    }

    private static String line(String name, String... figures) {
        return "%-44s %14s %12s %15s %13s %12s"
                .formatted(name, figures[0], figures[1], figures[2], figures[3], figures[4]);
    }

    private static String name(UsageView.Line row) {
        var label = row.label();
        return label == null || label.isBlank() || label.equals(row.key()) ? row.key() : row.key() + "  " + label;
    }

    private static String number(long tokens) {
        return String.format(Locale.ROOT, "%,d", tokens);
    }

    /// A plus says that something in it has no price.
    private static String dollars(@Nullable Double cost, long unpriced) {
        return cost == null ? DASH : String.format(Locale.ROOT, "$%,.2f%s", cost, unpriced > 0 ? "+" : "");
    }

    private void remarks(long shown, long count, List<String> unpriced, @Nullable String trouble) {
        if (shown < count) {
            console.err().println("%d of %d lines".formatted(shown, count));
        }
        if (!unpriced.isEmpty()) {
            console.err()
                    .println("svc: no price is known for %s; a file prices.json in the data folder gives them one."
                            .formatted(String.join(", ", unpriced)));
        }
        if (trouble != null) {
            console.err().println("svc: " + trouble);
        }
    }
}
