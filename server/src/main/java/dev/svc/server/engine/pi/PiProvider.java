package dev.svc.server.engine.pi;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.NamedVariables;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.usage.LoggedUsage;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Pi: the caller may choose the id of a new session. A session is resumed only in its own folder: in another one the
/// program asks on the plain terminal whether to make a copy. It lets every tool run without asking.
public final class PiProvider implements EngineProvider {
    /// The key of a model's provider: the name of a variable, in older versions without a sign before it.
    private static final Pattern PROVIDER_KEY =
            Pattern.compile("\"apiKey\"\\s*:\\s*\"\\$?\\{?([A-Z][A-Z0-9_]{1,99})\\}?\"");

    /// There is no argument for the folder: the process starts in it. With the blank before it, no prompt is an option,
    /// a file to be read (`@notes`) or a subcommand (`update`).
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.PI,
            "pi",
            "Pi",
            PiFiles.ID,
            false,
            new Manifest.Command("pi", List.of(), "npm i -g @earendil-works/pi-coding-agent"),
            new Manifest.Variables("SVC_ENGINE9_BIN", "SVC_ENGINE9_DIR", "~/.pi/agent"),
            new Manifest.Arguments(
                    List.of("--session", "{id}", "{bypass}"),
                    List.of("--session-id", "{id}", "{bypass}"),
                    List.of(),
                    List.of(" {prompt}"),
                    false),
            new Manifest.Environment(
                    List.of("PI_"),
                    List.of(
                            "PI_CODING_AGENT",
                            "PI_SESSION_ID",
                            "PI_SESSION_FILE",
                            "PI_PROVIDER",
                            "PI_MODEL",
                            "PI_REASONING_LEVEL")),
            new Manifest.Look(
                    new Manifest.Colors("#972767", "#ee8dbd", "#febad9"),
                    "M2.5 5.9c.3-1.5 1-2.2 2.4-2.2h8.6M6 3.7c0 4.3-.5 7-1.9 9M10.4 3.7v6.6c0 1.6.6 2.4 1.8 2.4.6 0 1-.1 1.5-.5"));

    private final EngineSettings settings;
    private final PiPlace place;
    private final PiFiles files;
    private final PiStore store;

    public PiProvider(EngineSettings settings) {
        this.settings = settings;
        this.place = PiPlace.of(settings);
        this.files = new PiFiles(place.sessions());
        this.store = new PiStore(files);
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
        return ScreenRules.beside(PiProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return new LogTurns(files::parts, new PiTurns());
    }

    /// A store chosen for svc is the one that the program must use too.
    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        return settings.leadingTo(PiPlace.AGENT_VARIABLE);
    }

    /// The keys of model providers, and what their headers refer to.
    @Override
    public Set<String> namedVariables() {
        var models = place.agent().resolve("models.json");
        var names = new TreeSet<>(NamedVariables.in(models, PROVIDER_KEY));
        names.addAll(NamedVariables.in(models, NamedVariables.SHELL));
        return names;
    }

    /// The program knows its folder by the real path, whatever link led there.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        var ids = new TreeSet<String>();
        try {
            addIds(files.in(cwd), ids);
            addIds(files.in(cwd.toRealPath()), ids);
        } catch (NoSuchFileException gone) {
            return ids;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return ids;
    }

    private static void addIds(List<FileStamp> found, Set<String> ids) {
        found.forEach(stamp -> PiFiles.id(stamp.path()).ifPresent(ids::add));
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.of(new PiSightings(files));
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new PiOriginals(files));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new LoggedUsage(new PiOriginals(files)::logs, (_, state) -> new PiUsage(state)));
    }

    /// Whatever the person's variables say, the sessions are in that folder.
    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new PiProvider(
                new EngineSettings(settings.home(), settings.searchPath(), settings.pinnedBinary(), folder, Map.of())));
    }
}
