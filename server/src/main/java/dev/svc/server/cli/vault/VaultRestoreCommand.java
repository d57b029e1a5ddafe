package dev.svc.server.cli.vault;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.RestoreRefusedException;
import dev.svc.server.vault.Restoring;
import dev.svc.server.vault.Restoring.Dated;
import dev.svc.server.vault.Vault;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc vault restore`: gives a session back to its program.
@Command(
        name = "restore",
        description = {
            "Writes a deleted session back to where its program looks for it, never over anything, so that it can be"
                    + " resumed. The copy stays."
        })
final class VaultRestoreCommand implements Callable<Integer> {
    private final VaultPlace place;
    private final InstantSource clock;

    @Parameters(paramLabel = "SID", description = "engine:native_id, as svc vault list has it.")
    private String sid = "";

    @Option(
            names = "--old-date",
            description = "The files keep the time they had. A program that deletes by age deletes them again.")
    private boolean oldDate;

    @Option(
            names = "--map",
            paramLabel = "OLD=NEW",
            description = {
                "The folder OLD, and all below it, lies in NEW on this host: the session is fitted to it. May be given"
                        + " several times; the longest OLD counts."
            })
    private List<String> maps = List.of();

    VaultRestoreCommand(VaultPlace place, InstantSource clock) {
        this.place = place;
        this.clock = clock;
    }

    @Override
    public Integer call() throws IOException {
        var folders = folders();
        var chosen = place.config().get();
        try (var vault = place.open(chosen)) {
            var engines = place.programs().apply(chosen);
            var held = place.held(vault, engines, sid);
            var restoring =
                    new Restoring(vault, engine -> engines.find(engine).flatMap(EngineProvider::originals), clock);
            var restored = restoring.restore(held.id(), oldDate ? Dated.AS_THEY_WERE : Dated.NOW, folders);
            restored.files().forEach(file -> place.console().out().println(file));
            if (restored.files().isEmpty()) {
                place.console()
                        .out()
                        .println("%s is in the database of %s again."
                                .formatted(held.id(), engines.label(held.id().engine())));
            }
            sayWhereItStays(vault, held.id(), folders);
            return ExitCode.OK.number();
        } catch (RestoreRefusedException refused) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(refused.getMessage()));
        }
    }

    private FolderMap folders() {
        try {
            return FolderMap.parse(maps);
        } catch (IllegalArgumentException wrong) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
        }
    }

    /// A mapping that says nothing of the session may be a slip.
    private void sayWhereItStays(Vault vault, SessionId id, FolderMap folders) throws IOException {
        var cwd = vault.facts(id).map(SessionFacts::cwd);
        if (!folders.isEmpty() && cwd.isPresent() && !folders.moves(cwd.get())) {
            place.console()
                    .err()
                    .println("svc: its folder is %s as before; no --map says otherwise.".formatted(cwd.get()));
        }
    }
}
