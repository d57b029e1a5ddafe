package dev.svc.server.cli.vault;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.vault.HeldSession;
import dev.svc.server.vault.Vault;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `svc vault verify`: whether all that is kept can be given back.
@Command(name = "verify", description = "Reads every copy, or those named, and says what is damaged.")
final class VaultVerifyCommand implements Callable<Integer> {
    private final VaultPlace place;

    @Parameters(paramLabel = "SID", arity = "0..*", description = "engine:native_id, as svc vault list has it.")
    private List<String> sids = List.of();

    VaultVerifyCommand(VaultPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        var chosen = place.config().get();
        try (var vault = place.open(chosen)) {
            var engines = place.programs().apply(chosen);
            var asked = sids.isEmpty()
                    ? VaultPlace.sorted(vault, false)
                    : sids.stream().map(sid -> place.held(vault, engines, sid)).toList();
            long damaged = asked.stream().filter(held -> isDamaged(vault, held)).count();
            place.console()
                    .out()
                    .println(
                            damaged == 0
                                    ? "%d copies are sound.".formatted(asked.size())
                                    : "%d of %d copies are damaged.".formatted(damaged, asked.size()));
            return (damaged == 0 ? ExitCode.OK : ExitCode.FAILED).number();
        }
    }

    private boolean isDamaged(Vault vault, HeldSession held) {
        try (var copy = vault.read(held.id())) {
            var damage = copy.verify();
            damage.forEach(it -> place.console()
                    .out()
                    .println("%s: %s at byte %d".formatted(held.id(), PlainText.line(it.lost()), it.offset())));
            return !damage.isEmpty();
        } catch (IOException unreadable) {
            place.console().out().println("%s: %s".formatted(held.id(), unreadable.getMessage()));
            return true;
        }
    }
}
