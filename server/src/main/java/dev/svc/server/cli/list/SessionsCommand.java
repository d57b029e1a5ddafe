package dev.svc.server.cli.list;

import static dev.svc.server.cli.list.ServedList.parameter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.catalog.Filter.Kind;
import dev.svc.server.catalog.ListView;
import dev.svc.server.catalog.Page;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Query.Archived;
import dev.svc.server.catalog.Query.InProject;
import dev.svc.server.catalog.Query.Snoozed;
import dev.svc.server.catalog.Query.Sort;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.cli.CatalogView;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.ExportCommand;
import dev.svc.server.cli.JsonOutput;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Manifest;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.Status;
import dev.svc.shared.client.JsonTree;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc sessions`: the list with the filters of the interface, beside a running server or without one. Changes nothing.
@Command(name = "sessions", description = "Lists sessions; works beside a running server and without one.")
public final class SessionsCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MOST = 500;
    private static final int STATE = 9; // columns for a state, at least

    private final Supplier<Config> config;
    private final CatalogView view;
    private final Served served;
    private final Console console;

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "Every word must match something of the session.")
    private List<String> words = List.of();

    @Option(names = "--engine", split = ",", paramLabel = "E", description = "Key or alias, several with commas.")
    private List<String> engines = List.of();

    @Option(names = "--project", paramLabel = "P", description = "A project's id or name, or none.")
    private @Nullable String project;

    @Option(names = "--archived", paramLabel = "0|1|all", defaultValue = "0", description = "Default: 0, active only.")
    private String archived = "0";

    @Option(
            names = "--snoozed",
            paramLabel = "0|1|all",
            description = "Default: 0; all with words or with --archived 1 or all.")
    private @Nullable String snoozed;

    @Option(
            names = "--live",
            description = "Only those whose program runs, here or outside svc; asks the running service.")
    private boolean live;

    @Option(names = "--waiting", description = "Only those that wait for you; asks the running service.")
    private boolean waiting;

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            defaultValue = "updated",
            description = "updated, created or title.")
    private String sort = "updated";

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "1 to 500, default 50.")
    private int limit = 50;

    @Option(names = "--offset", paramLabel = "N", defaultValue = "0", description = "Sessions to pass over.")
    private int offset;

    @Option(names = "--subagents", description = "Sub-agents' sessions too.")
    private boolean subagents;

    @Option(names = "--json", description = "Prints what GET /api/sessions answers.")
    private boolean json;

    @Option(names = "--ids", description = "Prints their ids alone, one a line; for scripts.")
    private boolean ids;

    /// What a running service is asked with.
    ///
    /// @param programs all that a service may list
    public record Served(ServedList.Service service, List<Manifest> programs) {
        /// Every list is looked for by the command itself.
        public static final Served NOT = new Served(ServedList.Service.NONE, List.of());

        public Served {
            programs = List.copyOf(programs);
        }
    }

    public SessionsCommand(Supplier<Config> config, CatalogView view, Served served, Console console) {
        this.config = config;
        this.view = view;
        this.served = served;
        this.console = console;
    }

    /// The list, with the command that works on one of its sessions.
    public static Object with(SessionsCommand list, ExportCommand export) {
        return new CommandLine(list).addSubcommand(export);
    }

    @Override
    public Integer call() throws InterruptedException, JsonProcessingException {
        checkNumbers();
        var chosen = config.get();
        var known = new ProgramNames(served.programs());
        var answer = known.programs().isEmpty() ? Optional.<JsonNode>empty() : ask(chosen, known);
        if (answer.isPresent()) {
            print(answer.get(), known);
        } else {
            look(chosen);
        }
        return ExitCode.OK.number();
    }

    /// Who waits is asked of nobody: the interface counts what a review says as well.
    private Optional<JsonNode> ask(Config chosen, ProgramNames known) {
        if (waiting) {
            return Optional.empty();
        }
        var list = new ServedList(served.service(), chosen);
        var query = new StringBuilder();
        query.append(parameter("limit", Integer.toString(limit))).append(parameter("offset", Integer.toString(offset)));
        query.append(parameter("sort", order().name().toLowerCase(Locale.ROOT)));
        query.append(parameter("archived", which() == Archived.ALL ? "all" : archived));
        if (snoozing() != Snoozed.DAILY) {
            query.append(parameter("snoozed", String.valueOf(snoozed)));
        }
        if (!engines.isEmpty()) {
            query.append(parameter(
                    "engine",
                    engineKeys(known).stream().map(EngineKey::key).sorted().collect(Collectors.joining(","))));
        }
        query.append(live ? parameter("live", "1") : "").append(subagents ? parameter("subagents", "1") : "");
        if (!words.isEmpty()) {
            query.append(parameter("q", String.join(" ", words)));
        }
        if (project == null) {
            return list.page(query.toString());
        }
        return (project.equals("none") ? Optional.of(project) : list.project(project))
                .flatMap(id -> list.page(query + parameter("project", id)));
    }

    /// At the stores themselves, beside a service or without one.
    private void look(Config chosen) throws InterruptedException, JsonProcessingException {
        try (var seen = view.look(chosen)) {
            if ((live || waiting) && !seen.served()) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "No svc runs on %s, and only it knows which sessions have a terminal: start it with  %s"
                                .formatted(chosen.home().data(), OwnCommand.line("serve")));
            }
            var query = query(seen.organisation(), seen.engines());
            if (waiting) {
                query = query.where(row -> row.status() == Status.WAITING);
            }
            seen.catalog().start();
            boolean whole = seen.catalog().awaitRead(PATIENCE);
            print(seen.catalog().page(query), seen.engines());
            if (!whole) {
                console.err().println("svc: the stores are so large that this list is not complete yet.");
            }
        }
    }

    private void checkNumbers() {
        if (limit < 1 || limit > MOST || offset < 0) {
            throw new CommandException(ExitCode.USAGE, "--limit takes 1 to 500, --offset 0 or more.");
        }
        if (json && ids) {
            throw new CommandException(ExitCode.USAGE, "Give --json or --ids, one of them.");
        }
    }

    private Query query(Organisation organisation, Engines known) {
        return Query.first(limit)
                .from(offset)
                .by(order())
                .with(which())
                .with(snoozing())
                .with(String.join(" ", words))
                .in(project(organisation))
                .of(engineKeys(ProgramNames.of(known)))
                .of(new Kind(live, subagents));
    }

    private Snoozed snoozing() {
        if (snoozed == null) {
            return Snoozed.DAILY;
        }
        return switch (snoozed) {
            case "0" -> Snoozed.NO;
            case "1" -> Snoozed.ONLY;
            case "all" -> Snoozed.ALL;
            default -> throw new CommandException(ExitCode.USAGE, "--snoozed takes 0, 1 or all.");
        };
    }

    private Archived which() {
        return switch (archived) {
            case "0" -> Archived.NO;
            case "1" -> Archived.ONLY;
            case "all" -> Archived.ALL;
            default -> throw new CommandException(ExitCode.USAGE, "--archived takes 0, 1 or all.");
        };
    }

    private Sort order() {
        return switch (sort) {
            case "updated" -> Sort.UPDATED;
            case "created" -> Sort.CREATED;
            case "title" -> Sort.TITLE;
            default -> throw new CommandException(ExitCode.USAGE, "--sort takes updated, created or title.");
        };
    }

    private Set<EngineKey> engineKeys(ProgramNames known) {
        var keys = new HashSet<EngineKey>();
        for (var word : engines) {
            keys.add(known.named(word)
                    .orElseThrow(() -> new CommandException(
                            ExitCode.USAGE, "--engine %s is none of %s.".formatted(word, known.aliases()))));
        }
        return keys;
    }

    private @Nullable InProject project(Organisation organisation) {
        if (project == null) {
            return null;
        }
        if (project.equals("none")) {
            return new InProject(null);
        }
        return organisation.projects().stream()
                .filter(it -> it.id().value().equals(project) || it.name().equalsIgnoreCase(project))
                .map(Project::id)
                .map(InProject::new)
                .findFirst()
                .orElseThrow(() -> new CommandException(
                        ExitCode.FAILED, "There is no project %s: give the id or the name of one.".formatted(project)));
    }

    private void print(Page page, Engines known) throws JsonProcessingException {
        if (json) {
            console.out().println(JsonOutput.of(ListView.of(page, SessionView.Beside.NONE, known)));
            console.out().flush();
        } else {
            var names = ProgramNames.of(known);
            print(page.rows().stream().map(row -> SessionLine.of(row, names)).toList(), page.total());
        }
    }

    private void print(JsonNode page, ProgramNames known) {
        if (json) {
            console.out().println(JsonTree.text(page));
            console.out().flush();
        } else {
            var lines = new ArrayList<SessionLine>();
            page.path("sessions").forEach(session -> lines.add(SessionLine.of(session, known)));
            print(lines, page.path("total").asInt());
        }
    }

    private void print(List<SessionLine> lines, int total) {
        if (ids) {
            lines.forEach(line -> console.out().println(line.id()));
        } else {
            int width = lines.stream().mapToInt(line -> line.state().length()).reduce(STATE, Math::max);
            lines.forEach(line -> console.out().println(line.text(width)));
            console.err().println("%d of %d sessions".formatted(lines.size(), total));
        }
        console.out().flush();
    }
}
