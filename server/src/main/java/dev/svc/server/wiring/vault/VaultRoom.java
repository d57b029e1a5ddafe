package dev.svc.server.wiring.vault;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.http.session.VaultRoutes;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.MetadataEvent.SettingsChanged;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.ForgottenWatch;
import dev.svc.server.vault.Keeper;
import dev.svc.server.vault.Keeping;
import dev.svc.server.vault.KeptProvider;
import dev.svc.server.vault.UnpackedCopies;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.VaultSettings;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.file.WholeFolder;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The vault with what it needs from other rooms. A vault that cannot be opened stops nothing else: nothing is copied
/// then, and everybody who asks hears why.
public final class VaultRoom implements VaultRoutes.Copies, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(VaultRoom.class.getName());
    private static final long USUAL_MOST = 20_000_000_000L;
    private static final int USUAL_SHARE = 10;
    private static final Duration LIMIT_HOLDS = Duration.ofSeconds(10);

    private final @Nullable Vault vault;
    private final @Nullable UnpackedCopies unpacked;
    private final Path folder;
    private final String trouble;
    private final Map<EngineKey, EngineProvider> programs = new ConcurrentHashMap<>();
    private final AtomicReference<Function<SessionId, List<SessionId>>> children =
            new AtomicReference<>(_ -> List.of());

    private volatile @Nullable Limit limit;

    /// What was looked up, and when.
    private record Limit(long bytes, long at) {}

    @OwnedBy("whoever opens and closes it")
    private @Nullable Keeping keeping;

    @OwnedBy("whoever opens and closes it")
    private @Nullable ForgottenWatch watch;

    @OwnedBy("whoever opens and closes it")
    private Metadata.@Nullable Subscription listening;

    /// How a vault is opened.
    private interface Opening {
        Vault open(Path folder, Sealing sealing) throws IOException;
    }

    private VaultRoom(Config config, Opening opening) {
        folder = config.path(Variable.VAULT_DIR);
        Vault opened = null;
        var reason = "";
        try {
            opened = opening.open(folder, sealing(config));
        } catch (IOException refused) {
            reason = String.valueOf(refused.getMessage());
            LOG.log(Level.WARNING, () -> "nothing is kept: " + refused.getMessage());
        }
        vault = opened;
        trouble = reason;
        unpacked = opened == null
                ? null
                : new UnpackedCopies(
                        opened,
                        opened.unpacked()
                                .resolve(Long.toString(ProcessHandle.current().pid())),
                        engine -> Optional.ofNullable(programs.get(engine)).orElseThrow(),
                        session -> children.get().apply(session));
    }

    private static Sealing sealing(Config config) throws IOException {
        var key = config.findPath(Variable.VAULT_KEY_FILE.variableName());
        return key.isPresent() ? Sealing.with(key.get()) : Sealing.NONE;
    }

    /// Opens the vault of this service.
    ///
    /// What a killed process left unpacked is removed: it is plain, also where copies are sealed.
    public static VaultRoom open(Config config) {
        return new VaultRoom(config, (folder, sealing) -> {
            var vault = Vault.open(folder, sealing);
            WholeFolder.remove(vault.unpacked());
            return vault;
        });
    }

    /// Opens it for looking at it alone, beside a service or without one.
    public static VaultRoom look(Config config) {
        return new VaultRoom(config, Vault::look);
    }

    /// The vault of a configuration, for reading.
    public static Vault reading(Config config) throws IOException {
        return Vault.look(config.path(Variable.VAULT_DIR), sealing(config));
    }

    /// The program with its deleted sessions, where they can be read.
    public EngineProvider around(EngineProvider program) {
        programs.put(program.engineId(), program);
        return vault == null || unpacked == null ? program : new KeptProvider(program, vault, unpacked);
    }

    /// Where sub-agents' sessions are looked for.
    public void knows(Catalog catalog) {
        children.set(session -> catalog.stored().stream()
                .filter(facts -> session.equals(facts.parent()))
                .map(facts -> facts.id())
                .toList());
    }

    /// Begins to copy.
    public void start(
            Catalog catalog,
            Metadata metadata,
            FollowedStores stores,
            Supplier<VaultSettings> settings,
            BooleanSupplier somebodyWaits,
            InstantSource clock) {
        knows(catalog);
        if (vault == null || unpacked == null) {
            return;
        }
        var begun = new Keeping(
                vault,
                new Keeper.Around(
                        engine -> catalog.engines().find(engine).flatMap(EngineProvider::originals),
                        catalog::stored,
                        session -> metadata.organisation().marks(session).sticky(),
                        settings,
                        clock),
                stores,
                unpacked,
                somebodyWaits);
        keeping = begun;
        listening = metadata.subscribe(change -> {
            if (change.entries().stream().anyMatch(entry -> entry.event() instanceof SettingsChanged)) {
                begun.settingsChanged();
            }
        });
        watch = new ForgottenWatch(
                vault,
                unpacked,
                session -> metadata.security(
                        new SecurityEvent(SecurityEvent.Kind.COPY_FORGOTTEN, Map.of("session", session.toString())),
                        Actor.CLI));
        begun.start();
    }

    /// What is shown beside a row, with what the vault knows of its session.
    public SessionView.Beside beside(SessionView.Beside others, Engines engines, InstantSource clock) {
        return vault == null ? others : new KeptRows(others, vault, engines, clock);
    }

    @Override
    public Optional<Keeping> keeping() {
        return Optional.ofNullable(keeping);
    }

    public Optional<Vault> vault() {
        return Optional.ofNullable(vault);
    }

    @Override
    public String trouble() {
        return trouble;
    }

    /// How many bytes the copies may take where nobody said: a tenth of what is free, copies included. Asked for with
    /// every session, and looked up now and then.
    public long usualLimit() {
        var known = limit;
        if (known == null || System.nanoTime() - known.at() > LIMIT_HOLDS.toNanos()) {
            known = new Limit(limitNow(), System.nanoTime());
            limit = known;
        }
        return known.bytes();
    }

    private long limitNow() {
        try {
            var at = Files.exists(folder) ? folder : folder.getRoot();
            long free = Files.getFileStore(at).getUsableSpace();
            return Math.min(USUAL_MOST, (free + (vault == null ? 0 : vault.bytes())) / USUAL_SHARE);
        } catch (IOException unknown) {
            return USUAL_MOST / USUAL_SHARE;
        }
    }

    @Override
    public void close() {
        if (listening != null) {
            listening.close();
        }
        if (watch != null) {
            watch.close();
        }
        try {
            if (keeping != null) {
                keeping.close();
            } else if (vault != null) {
                vault.close();
            }
            if (unpacked != null) {
                unpacked.close();
            }
        } catch (IOException unclosed) {
            LOG.log(Level.WARNING, unclosed, () -> "the vault was not closed: " + unclosed.getMessage());
        }
    }
}
