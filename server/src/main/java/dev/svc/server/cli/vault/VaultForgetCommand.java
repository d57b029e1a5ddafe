package dev.svc.server.cli.vault;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc vault forget`: removes copies for good.
@Command(
        name = "forget",
        description = {
            "Removes the copies of sessions, and makes none of them again. Their programs' own files stay as they are.",
            "This cannot be undone."
        })
final class VaultForgetCommand implements Callable<Integer> {
    private final VaultPlace place;

    @Parameters(paramLabel = "SID", arity = "1..*", description = "engine:native_id, as svc vault list has it.")
    private List<String> sids = List.of();

    @Option(names = "--yes", description = "Says that you mean it.")
    private boolean yes;

    VaultForgetCommand(VaultPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        var chosen = place.config().get();
        try (var vault = place.open(chosen)) {
            var engines = place.programs().apply(chosen);
            var asked =
                    sids.stream().map(sid -> place.held(vault, engines, sid)).toList();
            if (!yes) {
                long only = asked.stream().filter(held -> held.isTheOnlyOne()).count();
                throw new CommandException(
                        ExitCode.USAGE,
                        "%d copies would be removed for good, %d of them of sessions that are nowhere else: say --yes if you mean it."
                                .formatted(asked.size(), only));
            }
            for (var held : asked) {
                vault.forget(held.id());
                place.console().out().println("%s is forgotten.".formatted(held.id()));
            }
            return ExitCode.OK.number();
        }
    }
}
