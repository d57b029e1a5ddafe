package dev.svc.server.cli.vault;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.HeldSession;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.bundle.BundleWriting;
import dev.svc.server.vault.copy.CopyDamageException;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc vault export`: copies in one file, for another host or another person.
@Command(
        name = "export",
        description = {
            "Writes copies into one file, for  svc vault import  elsewhere: all of them, or those of the sessions named"
                    + " and of what belongs to these.",
            "Nothing in the file is sealed: whoever has it can read what was said."
        })
final class VaultExportCommand implements Callable<Integer> {
    private final VaultPlace place;
    private final String version;
    private final InstantSource clock;

    @Parameters(index = "0", paramLabel = "FILE", description = "Where to, as in svc-sessions.zip.")
    private Path file = Path.of("");

    @Parameters(
            index = "1..*",
            paramLabel = "SID",
            description = "engine:native_id, as svc vault list has it. None: all.")
    private List<String> sids = List.of();

    @Option(names = "--force", description = "Replaces FILE when it is there.")
    private boolean force;

    VaultExportCommand(VaultPlace place, String version, InstantSource clock) {
        this.place = place;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public Integer call() throws IOException {
        if (!force && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new CommandException(
                    ExitCode.FAILED, file + " is there already: choose another name, or say --force to replace it.");
        }
        var chosen = place.config().get();
        try (var vault = place.open(chosen)) {
            var wanted = wanted(vault, place.programs().apply(chosen));
            if (wanted.isEmpty()) {
                throw new CommandException(
                        ExitCode.NOTHING_FOUND, "svc keeps no copies, so there is nothing to write.");
            }
            return write(vault, wanted);
        }
    }

    private Collection<SessionId> wanted(Vault vault, Engines engines) throws IOException {
        if (sids.isEmpty()) {
            return VaultPlace.sorted(vault, false).stream().map(HeldSession::id).toList();
        }
        var named =
                sids.stream().map(sid -> place.held(vault, engines, sid).id()).toList();
        return withFamily(named, vault, engines);
    }

    /// With the sub-agents' sessions of each, and with those that it was begun from.
    private static Set<SessionId> withFamily(List<SessionId> named, Vault vault, Engines engines) throws IOException {
        var relatives = new HashMap<SessionId, Set<SessionId>>();
        for (var held : vault.all()) {
            var parent = parent(vault, held.id());
            if (parent != null) {
                relatives.computeIfAbsent(parent, _ -> new LinkedHashSet<>()).add(held.id());
                relatives.computeIfAbsent(held.id(), _ -> new LinkedHashSet<>()).add(parent);
            }
        }
        var family = new LinkedHashSet<SessionId>();
        var open = new ArrayDeque<>(named);
        while (!open.isEmpty()) {
            var id = open.remove();
            if (vault.find(id).isPresent() && family.add(id)) {
                open.addAll(relatives.getOrDefault(id, Set.of()));
                var originals = engines.find(id.engine()).flatMap(EngineProvider::originals);
                if (originals.isPresent()) {
                    originals.get().continued(id.nativeId()).forEach(it -> open.add(new SessionId(id.engine(), it)));
                }
            }
        }
        return family;
    }

    private static @Nullable SessionId parent(Vault vault, SessionId id) {
        try {
            return vault.facts(id).map(facts -> facts.parent()).orElse(null);
        } catch (IOException unreadable) {
            return null;
        }
    }

    private int write(Vault vault, Collection<SessionId> wanted) throws IOException {
        int written = AtomicFile.write(file, out -> {
            var zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
            var bundle = new BundleWriting(vault, zip, "");
            bundle.beginOpen(clock.instant(), version);
            int count = 0;
            for (var id : wanted) {
                count += put(bundle, id) ? 1 : 0;
            }
            zip.finish();
            return count;
        });
        place.console()
                .out()
                .println("%s holds %s; whoever has it can read them.".formatted(file, VaultPlace.sessions(written)));
        return (written == wanted.size() ? ExitCode.OK : ExitCode.FAILED).number();
    }

    private boolean put(BundleWriting bundle, SessionId id) throws IOException {
        try {
            bundle.putOpen(id);
            return true;
        } catch (CopyDamageException damaged) {
            place.console()
                    .err()
                    .println("svc: %s is left out: its copy is damaged (%s)".formatted(id, damaged.getMessage()));
            return false;
        } catch (NoSuchFileException forgottenMeanwhile) {
            place.console().err().println("svc: %s is left out: its copy has gone".formatted(id));
            return false;
        }
    }
}
