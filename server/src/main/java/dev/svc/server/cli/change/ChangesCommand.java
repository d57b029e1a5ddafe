package dev.svc.server.cli.change;

import dev.svc.server.catalog.Row;
import dev.svc.server.change.AllChanges;
import dev.svc.server.change.ChangeScope;
import dev.svc.server.change.ChangesView;
import dev.svc.server.cli.CatalogView;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.server.engine.Engines;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc changes`: what a session changed, beside a running server or without one. Changes nothing.
@Command(
        name = "changes",
        description =
                "Prints what a session changed, as a unified diff; works beside a running server and without one.")
public final class ChangesCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final CatalogView view;
    private final BiFunction<Config, Engines, AllChanges> changes;
    private final Console console;

    @Parameters(paramLabel = "SID", description = "engine:native_id, as svc sessions lists it.")
    private String sid = "";

    @Option(
            names = "--scope",
            paramLabel = "S",
            defaultValue = "session",
            description = "session: by its own log; uncommitted, since: by git, against HEAD, or against where HEAD was"
                    + " when the session began. Default session.")
    private String scope = "session";

    @Option(names = "--stat", description = "Only the files, with how many lines were added and removed.")
    private boolean stat;

    @Option(names = "--json", description = "Prints what GET /api/sessions/SID/changes answers.")
    private boolean json;

    public ChangesCommand(
            Supplier<Config> config,
            CatalogView view,
            BiFunction<Config, Engines, AllChanges> changes,
            Console console) {
        this.config = config;
        this.view = view;
        this.changes = changes;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        var wanted = ChangeScope.words().get(scope);
        if (wanted == null) {
            throw new CommandException(ExitCode.USAGE, "--scope takes session, uncommitted or since.");
        }
        if (json && stat) {
            throw new CommandException(ExitCode.USAGE, "--json and --stat do not go together.");
        }
        var settings = config.get();
        try (var seen = view.look(settings)) {
            var row = seen.require(sid);
            print(read(changes.apply(settings, seen.engines()), row, wanted), wanted);
            console.out().flush();
        }
        return ExitCode.OK.number();
    }

    private static ChangesView read(AllChanges changes, Row row, ChangeScope scope) {
        try {
            return changes.of(row.facts(), scope);
        } catch (IOException unreadable) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "The log of %s cannot be read now (%s).".formatted(row.id(), unreadable.getMessage()));
        }
    }

    private void print(ChangesView view, ChangeScope wanted) throws IOException {
        if (json) {
            console.out().println(JsonOutput.of(view));
            return;
        }
        var refused = view.gitRefused();
        if (wanted != ChangeScope.SESSION && refused != null) {
            throw new CommandException(ExitCode.FAILED, refused.detail());
        }
        new ChangesText(console).print(view, stat);
        remarks(view, wanted);
    }

    private void remarks(ChangesView view, ChangeScope wanted) {
        if (wanted == ChangeScope.SESSION && !view.recorded()) {
            console.err().println("svc: there is no log of this session that says what it changed.");
        } else if (view.files().isEmpty()) {
            console.err().println("svc: no file has a net change.");
        }
        if (wanted == ChangeScope.SESSION && !view.unknown().isEmpty()) {
            console.err()
                    .println("svc: %d %s may have written as well; --json lists them."
                            .formatted(view.unknown().size(), view.unknown().size() == 1 ? "command" : "commands"));
        }
        if (view.truncated()) {
            console.err().println("svc: there is more than is shown here.");
        }
    }
}
