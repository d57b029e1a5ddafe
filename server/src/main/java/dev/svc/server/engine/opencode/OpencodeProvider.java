package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.NamedVariables;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.ask.AskWay;
import dev.svc.server.engine.opencode.ask.OpencodeLines;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// opencode: mints its own ids at the first prompt, and opens a session from any folder.
public final class OpencodeProvider implements EngineProvider {
    /// The program's own shape of an id: 12 hex digits of an inverted time, 14 characters of chance.
    static final Pattern ID = Pattern.compile("ses_[0-9a-f]{12}[0-9A-Za-z]{14}");

    private static final Pattern NAMED = Pattern.compile("\\{env:([A-Za-z_][A-Za-z0-9_]{0,99})\\}");

    public static final Manifest MANIFEST = new Manifest(
            EngineKey.OPENCODE,
            "opencode",
            "opencode",
            ID,
            true,
            new Manifest.Command("opencode", List.of(".opencode/bin"), "npm i -g opencode-ai"),
            new Manifest.Variables("SVC_ENGINE3_BIN", "SVC_ENGINE3_DB", "~/.local/share/opencode/opencode.db"),
            new Manifest.Arguments(
                    List.of("{folder}", "--session", "{id}", "{bypass}"),
                    List.of("{folder}", "{bypass}"),
                    List.of("--auto"),
                    List.of("--prompt={prompt}"),
                    false), // from another folder it goes on in the session's own
            List.of("OPENCODE_"),
            new Manifest.Look(
                    new Manifest.Colors("#586010", "#b3bd62", "#e0ea86"), "M6 2.75H2.75v10.5H6M10 2.75h3.25v10.5H10"));

    private final EngineSettings settings;
    private final OpencodeStore store;
    private final OpencodeLines lines = new OpencodeLines();

    public OpencodeProvider(EngineSettings settings) {
        this.settings = settings;
        this.store = new OpencodeStore(OpencodePlace.of(settings));
    }

    @Override
    public Manifest manifest() {
        return MANIFEST;
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, MANIFEST.command());
    }

    @Override
    public ScreenRules screen() {
        return ScreenRules.beside(OpencodeProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return store.turns();
    }

    /// A store chosen for svc is the one that the program must use too.
    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        return settings.storeOverride() == null
                ? Map.of()
                : Map.of(
                        OpencodePlace.DATABASE_VARIABLE,
                        settings.storeOverride().toString());
    }

    @Override
    public Set<String> namedVariables() {
        var names = new TreeSet<String>();
        var chosen = settings.pathFrom("OPENCODE_CONFIG");
        chosen.ifPresent(file -> names.addAll(NamedVariables.in(file, NAMED)));
        var folder = settings.pathFrom("XDG_CONFIG_HOME")
                .orElse(settings.home().resolve(".config"))
                .resolve("opencode");
        for (var name : List.of("opencode.json", "opencode.jsonc", "config.json")) {
            names.addAll(NamedVariables.in(folder.resolve(name), NAMED));
        }
        return names;
    }

    /// The program knows its folder by the real path, whatever link led there. A store that cannot be read now fails
    /// the snapshot: an empty one would make every older session look new.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        try {
            return store.idsIn(new TreeSet<>(List.of(cwd.toString(), realPath(cwd))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String realPath(Path cwd) {
        try {
            return cwd.toRealPath().toString();
        } catch (IOException gone) {
            return cwd.toAbsolutePath().normalize().toString();
        }
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.of(new OpencodeSightings(OpencodePlace.of(settings), new OpencodeServers()));
    }

    @Override
    public Optional<AskWay> asks() {
        return Optional.of(lines);
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new OpencodeOriginals(OpencodePlace.of(settings)));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new OpencodeUsage(OpencodePlace.of(settings)));
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new OpencodeProvider(settings.withStore(folder.resolve("opencode.db"))));
    }
}
