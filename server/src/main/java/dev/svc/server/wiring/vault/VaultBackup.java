package dev.svc.server.wiring.vault;

import dev.svc.server.backup.Backup;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.bundle.BundleImport;
import dev.svc.server.vault.bundle.BundleImport.Outcome;
import dev.svc.server.vault.bundle.BundleWriting;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The copies of the vault as a part of a backup: sealed there as they are here.
public final class VaultBackup {
    private static final Logger LOG = Logger.getLogger(VaultBackup.class.getName());
    private static final String FOLDER = "vault/";

    private final Function<Config, Engines> programs;
    private final String version;
    private final Clock clock;

    /// @param programs whose stores may have a session already
    public VaultBackup(Function<Config, Engines> programs, String version, Clock clock) {
        this.programs = programs;
        this.version = version;
        this.clock = clock;
    }

    public Backup.Appendix of(Config config) {
        return zip -> {
            try (var vault = VaultRoom.reading(config)) {
                vault.reconcile();
                var bundle = new BundleWriting(vault, zip, FOLDER);
                bundle.beginSealed(clock.instant(), version);
                for (var held : vault.all()) {
                    put(bundle, held.id());
                }
            }
        };
    }

    private static void put(BundleWriting bundle, SessionId id) throws IOException {
        try {
            bundle.putSealed(id);
        } catch (NoSuchFileException forgotten) {
            LOG.log(Level.FINE, forgotten, () -> id + " was forgotten while the backup was written");
        }
    }

    /// Takes the copies of a backup, where it has any.
    ///
    /// @return what is to be said of it
    public List<String> bringIn(Config config, Path file) throws IOException {
        if (!BundleImport.isBundle(file)) {
            return List.of();
        }
        try (var vault = VaultRoom.reading(config)) {
            vault.reconcile();
            return bringIn(config, vault, file);
        } catch (IOException refused) {
            return List.of(
                    "The copies of sessions in it were not taken: %s. The rest is restored; mend that and say  %s %s."
                            .formatted(refused.getMessage(), OwnCommand.line("vault import"), file));
        }
    }

    private List<String> bringIn(Config config, Vault vault, Path file) throws IOException {
        var engines = programs.apply(config);
        var sentences = new ArrayList<String>();
        int brought = new BundleImport(vault, engine -> engines.find(engine).flatMap(EngineProvider::originals), clock)
                .run(file, arrival -> {
                    if (arrival.outcome() == Outcome.REFUSED) {
                        sentences.add("The copy of %s was not taken. %s".formatted(arrival.id(), arrival.reason()));
                    }
                });
        sentences.add("Copies of sessions taken into the vault: %d.".formatted(brought));
        return sentences;
    }
}
