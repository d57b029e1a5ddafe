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
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.opencode.ask.OpencodeLines;
import dev.svc.server.engine.opencode.ask.OpencodeServers;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.usage.UsageLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// opencode, and Kilo, which is made of it: mints its own ids at the first prompt, and opens a session from any folder.
public final class OpencodeProvider implements EngineProvider {
    private static final Pattern NAMED = Pattern.compile("\\{env:([A-Za-z_][A-Za-z0-9_]{0,99})\\}");

    public static final Manifest MANIFEST = Brand.OPENCODE.manifest();
    public static final Manifest KILO = Brand.KILO.manifest();

    private final Brand brand;
    private final EngineSettings settings;
    private final OpencodeStore store;
    private final OpencodePlace place;
    private final OpencodeLines lines;

    public OpencodeProvider(EngineSettings settings) {
        this(Brand.OPENCODE, settings);
    }

    private OpencodeProvider(Brand brand, EngineSettings settings) {
        this.brand = brand;
        this.settings = settings;
        this.place = OpencodePlace.of(brand, settings);
        this.store = new OpencodeStore(place);
        this.lines = new OpencodeLines(brand.prefix());
    }

    /// Kilo is opencode under another name.
    public static OpencodeProvider kilo(EngineSettings settings) {
        return new OpencodeProvider(Brand.KILO, settings);
    }

    @Override
    public Manifest manifest() {
        return brand.manifest();
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, brand.manifest().command());
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
        return settings.leadingTo(brand.variable("DB"));
    }

    @Override
    public Set<String> namedVariables() {
        var names = new TreeSet<String>();
        var chosen = settings.pathFrom(brand.variable("CONFIG"));
        chosen.ifPresent(file -> names.addAll(NamedVariables.in(file, NAMED)));
        var folder = settings.pathFrom("XDG_CONFIG_HOME")
                .orElse(settings.home().resolve(".config"))
                .resolve(brand.name());
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
            return store.idsIn(new TreeSet<>(List.of(cwd.toString(), StoreFile.calledBy(cwd))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.of(new OpencodeSightings(place, new OpencodeServers(Brand.ID)));
    }

    @Override
    public Optional<AskWay> asks() {
        return Optional.of(lines);
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new OpencodeOriginals(place));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new OpencodeUsage(place));
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new OpencodeProvider(brand, settings.withStore(folder.resolve(brand.database()))));
    }
}
