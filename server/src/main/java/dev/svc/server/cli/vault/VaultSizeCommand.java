package dev.svc.server.cli.vault;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.vault.HeldSession;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `svc vault size`: how much is kept, and what it takes.
@Command(name = "size", description = "Says how many sessions are kept and what their copies take on the disk.")
final class VaultSizeCommand implements Callable<Integer> {
    private final VaultPlace place;

    VaultSizeCommand(VaultPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        try (var vault = place.open(place.config().get())) {
            var all = vault.all();
            long bytes = all.stream().mapToLong(HeldSession::bytes).sum();
            long size = vault.bytes();
            var out = place.console().out();
            out.println("sessions  %d, %d of them deleted by their programs"
                    .formatted(
                            all.size(),
                            all.stream().filter(HeldSession::isTheOnlyOne).count()));
            out.println("written   %s".formatted(VaultPlace.size(bytes)));
            out.println("copies    %s%s in %s"
                    .formatted(
                            VaultPlace.size(size),
                            bytes == 0 ? "" : " (%d %%)".formatted(100 * size / bytes),
                            vault.folder()));
            return ExitCode.OK.number();
        }
    }
}
