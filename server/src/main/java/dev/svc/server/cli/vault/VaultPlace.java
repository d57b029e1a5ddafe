package dev.svc.server.cli.vault;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.HeldSession;
import dev.svc.server.vault.Vault;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// What the subcommands share: which vault, which programs, where they print to.
///
/// @param vaults opens the vault of a configuration for reading, beside a service or without one
public record VaultPlace(Supplier<Config> config, Opening vaults, Function<Config, Engines> programs, Console console) {

    /// How a vault is opened.
    @FunctionalInterface
    public interface Opening {
        Vault open(Config config) throws IOException;
    }

    /// @throws CommandException with the reason when it cannot be opened
    Vault open(Config chosen) {
        try {
            var vault = vaults.open(chosen);
            vault.reconcile();
            return vault;
        } catch (IOException refused) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(refused.getMessage()));
        }
    }

    /// Finds a copy by the id of its session.
    ///
    /// @throws CommandException when there is none
    HeldSession held(Vault vault, Engines engines, String sid) {
        var id = engines.readId(sid)
                .orElseThrow(() -> new CommandException(
                        ExitCode.USAGE,
                        "%s is no session: write engine:native_id, as svc vault list has it.".formatted(sid)));
        return vault.find(id).orElseThrow(() -> absent(id));
    }

    private static CommandException absent(SessionId id) {
        return new CommandException(
                ExitCode.NOTHING_FOUND,
                "svc keeps no copy of %s: svc vault list has those that it keeps.".formatted(id));
    }

    /// The newest first.
    static List<HeldSession> sorted(Vault vault, boolean onlyGone) {
        return vault.all().stream()
                .filter(held -> !onlyGone || held.isTheOnlyOne())
                .sorted(Comparator.comparing(HeldSession::modified).reversed())
                .toList();
    }

    static String size(long bytes) {
        return bytes < 1_000_000
                ? "%d KB".formatted((bytes + 999) / 1000)
                : bytes < 1_000_000_000
                        ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
                        : String.format(Locale.ROOT, "%.2f GB", bytes / 1e9);
    }

    static String sessions(int count) {
        return count == 1 ? "1 session" : count + " sessions";
    }

    static Optional<String> title(Vault vault, SessionId id) {
        try {
            return vault.facts(id)
                    .flatMap(facts ->
                            Optional.ofNullable(facts.title()).or(() -> Optional.ofNullable(facts.firstMessage())));
        } catch (IOException unreadable) {
            return Optional.of("(" + unreadable.getMessage() + ")");
        }
    }
}
