package dev.svc.server.cli.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.cli.CatalogView;
import dev.svc.server.cli.CatalogView.Seen;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.server.engine.Engines;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.found.SearchSwitch;
import dev.svc.server.found.SearchView;
import dev.svc.server.found.SearchedRows;
import dev.svc.server.search.SearchStatus;
import dev.svc.server.search.StandingSearch;
import dev.svc.server.search.index.FoundTurns;
import dev.svc.server.search.index.TurnFinder.Window;
import dev.svc.server.search.query.BadQueryException;
import dev.svc.server.search.query.QueryReader;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc search`: finds turns of conversations in what a service has indexed, beside it or without one. Changes nothing.
@Command(
        name = "search",
        description = "Searches what was said in all sessions; works beside a running server and without one.",
        footer = {
            "",
            "A query has words, word*, \"phrases\", /expressions/, -without, and filters such as role:user engine:claude"
                    + " project:shop folder:~/work tool:Bash after:7d is:archived; docs/search.md has them all. What the"
                    + " shell would change stands in its quotes:  svc search '\"out of memory\" -test'. Before a query"
                    + " that begins with - stands --.",
            "",
            "Ends with 5 when nothing was found."
        })
public final class SearchCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MOST = 100;

    private final Supplier<Config> config;
    private final CatalogView view;
    private final Clock clock;
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "QUERY", description = "What to find; several words are one query.")
    private List<String> words = List.of();

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "1 to 100 sessions, default 20.")
    private int limit = 20;

    @Option(names = "--json", description = "Prints what GET /api/search answers.")
    private boolean json;

    @Option(
            names = "--open",
            description = "Prints the page's address of the best hit, and opens it where there is a desktop.")
    private boolean open;

    public SearchCommand(Supplier<Config> config, CatalogView view, Clock clock, Console console) {
        this.config = config;
        this.view = view;
        this.clock = clock;
        this.console = console;
    }

    /// What was found, and how much could be.
    private record Result(FoundTurns found, SearchStatus status, boolean whole, long tookMs) {}

    @Override
    public Integer call() throws InterruptedException, JsonProcessingException {
        checkOptions();
        var chosen = config.get();
        try (var seen = view.look(chosen)) {
            var asked = read(String.join(" ", words).strip(), seen.engines());
            if (SearchSwitch.isOff(seen.organisation())) {
                throw new CommandException(
                        ExitCode.FAILED, "Search is switched off: Settings, Search in the browser turns it on.");
            }
            var result = find(chosen, seen, asked);
            print(chosen, seen, result);
            console.out().flush();
            return (result.found().groups().isEmpty() ? ExitCode.NOTHING_FOUND : ExitCode.OK).number();
        }
    }

    private void checkOptions() {
        if (limit < 1 || limit > MOST) {
            throw new CommandException(ExitCode.USAGE, "--limit takes 1 to 100.");
        }
        if (json && open) {
            throw new CommandException(ExitCode.USAGE, "--json and --open do not go together.");
        }
    }

    private SearchQuery read(String typed, Engines engines) {
        if (typed.isEmpty()) {
            throw new CommandException(ExitCode.USAGE, "QUERY takes the words to search for.");
        }
        try {
            return new QueryReader(engines::named, clock).read(typed);
        } catch (BadQueryException unreadable) {
            throw new CommandException(
                    ExitCode.USAGE, unreadable.getMessage() + "\n" + Caret.under(typed, unreadable.position()));
        }
    }

    private Result find(Config chosen, Seen seen, SearchQuery asked) throws InterruptedException {
        try (var search = StandingSearch.open(chosen.home().search()).orElseThrow(() -> none(chosen, seen.served()))) {
            var catalog = seen.catalog();
            catalog.start();
            boolean whole = catalog.awaitRead(PATIENCE);
            long began = System.nanoTime();
            var listed = new SearchedRows(catalog, seen::organisation)
                    .of(asked, Query.first(limit).with(Query.Snoozed.ALL));
            var found = search.find(asked, listed, new Window(0, limit), clock.instant());
            long tookMs = (System.nanoTime() - began) / 1_000_000;
            var sessions = catalog.stored().stream()
                    .flatMap(facts -> FollowedSession.of(facts, false).stream())
                    .toList();
            return new Result(found, search.status(sessions), whole, tookMs);
        } catch (IOException unusable) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(unusable.getMessage()));
        }
    }

    private static CommandException none(Config chosen, boolean served) {
        return new CommandException(
                ExitCode.FAILED,
                served
                        ? "Nothing is indexed yet: the service builds the index in the background, try again soon."
                        : "Nothing is indexed yet in %s: start  %s,  which builds the index in the background."
                                .formatted(chosen.home().data(), OwnCommand.line("serve")));
    }

    private void print(Config chosen, Seen seen, Result result) throws JsonProcessingException {
        var found = result.found();
        if (json) {
            var views = new SearchView.Maker(seen.catalog(), seen::organisation, SessionView.Beside.NONE);
            var progress = new SearchView.Progress(result.status(), !result.whole());
            console.out().println(JsonOutput.of(views.result(found, progress, null, result.tookMs())));
        } else if (open) {
            found.groups().stream()
                    .findFirst()
                    .ifPresent(best -> new BestHit(chosen, console).open(best.session(), best.hits()));
        } else {
            new FoundTable(seen.catalog(), console).print(found);
        }
        remarks(result, seen.served());
    }

    private void remarks(Result result, boolean served) {
        var found = result.found();
        if (found.groups().isEmpty()) {
            console.err().println("svc: nothing was found.");
        } else if (!json && !open) {
            console.err()
                    .println("%d of %d sessions, %d turns"
                            .formatted(found.groups().size(), found.sessions().size(), found.turns()));
        }
        if (found.bounded() != null) {
            console.err().println("svc: " + found.bounded());
        }
        var status = result.status();
        if (status.indexed() < status.of()) {
            console.err()
                    .println("svc: %d of %d sessions are indexed as they are now; %s."
                            .formatted(
                                    status.indexed(),
                                    status.of(),
                                    served
                                            ? "the service is at the others"
                                            : "the others are indexed while  " + OwnCommand.line("serve") + "  runs"));
        }
        if (!result.whole()) {
            console.err().println("svc: the stores are so large that this result is not complete yet.");
        }
    }
}
