package dev.svc.server.cli;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.ProjectRoots;
import dev.svc.server.cli.CatalogView.Seen;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Versions;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.found.SearchSwitch;
import dev.svc.server.search.StandingSearch;
import dev.svc.server.terminal.host.Dtach;
import dev.svc.server.terminal.launch.ChildEnvironment;
import dev.svc.server.vault.HeldSession;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.EnvFile;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc doctor`: reports which programs are here, and writes their places, and nothing else, into the env file.
@Command(
        name = "doctor",
        aliases = "discover-engines",
        description = "Finds the agent programs and records where they are in the env file.")
public final class DoctorCommand implements Callable<Integer> {
    private static final Runtime.Version SOUND_JAVA = Runtime.Version.parse("25.0.3");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration VERSION = Duration.ofSeconds(15);

    private final Supplier<Config> config;
    private final CatalogView view;
    private final Versions versions;
    private final Console console;

    @Option(
            names = "--env",
            paramLabel = "FILE",
            description = "Env file to write (default: SVC_ENV_FILE, else <home>/env).")
    private @Nullable Path env;

    @Option(names = "--dry-run", description = "Only says what would be written.")
    private boolean dryRun;

    @Option(names = "--short", description = "A line for each program that is here, and one for all that are not.")
    private boolean inShort;

    public DoctorCommand(Supplier<Config> config, CatalogView view, Versions versions, Console console) {
        this.config = config;
        this.view = view;
        this.versions = versions;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var chosen = config.get();
        var file = env == null ? chosen.envFile() : new EnvFile(env.toAbsolutePath());
        try (var seen = view.look(chosen)) {
            seen.catalog().start();
            boolean counted = seen.catalog().awaitScanned(PATIENCE);
            var engines = seen.engines().all();
            var passing = new ChildEnvironment(Map.of(), seen.engines(), chosen.list(Variable.PASS_ENV));
            if (inShort) {
                sumUp(seen, counted, passing);
            } else {
                engines.forEach(engine -> {
                    describe(engine, seen.catalog(), counted);
                    missing(engine, passing);
                });
                surroundings(chosen, seen.engines());
                searching(chosen, seen);
                keeping(chosen);
            }
            record(seen.engines().agents(), file);
        }
        console.out().flush();
        return ExitCode.OK.number();
    }

    private void sumUp(Seen seen, boolean counted, ChildEnvironment passing) {
        var absent = new ArrayList<String>();
        for (var engine : seen.engines().agents()) {
            String label = engine.manifest().label();
            engine.binary()
                    .ifPresentOrElse(binary -> here(engine, binary, seen.catalog(), counted), () -> absent.add(label));
            missing(engine, passing);
        }
        if (!absent.isEmpty()) {
            console.out()
                    .println("not here: %s (%s says where each is looked for)"
                            .formatted(String.join(", ", absent), OwnCommand.line("doctor")));
        }
    }

    private void here(EngineProvider engine, Path binary, Catalog catalog, boolean counted) {
        console.out()
                .println("%s%s, %s%d sessions, %s"
                        .formatted(
                                engine.manifest().label(),
                                versions.find(binary, VERSION)
                                        .map(it -> " " + it)
                                        .orElse(""),
                                counted ? "" : "at least ",
                                catalog.sessions(engine.engineId()),
                                binary));
    }

    private void describe(EngineProvider engine, Catalog catalog, boolean counted) {
        var key = engine.engineId();
        var binary = engine.binary();
        console.out().println("%s  %s".formatted(key.key(), engine.manifest().label()));
        console.out().println("  program   " + binary.map(Path::toString).orElseGet(() -> notFound(engine)));
        binary.flatMap(it -> versions.find(it, VERSION))
                .ifPresent(version -> console.out().println("  version   " + version));
        console.out()
                .println("  store     " + engine.store().location()
                        + (engine.store().isReadable() ? "" : " (not there or not readable)"));
        console.out().println("  sessions  " + (counted ? "" : "at least ") + catalog.sessions(key));
        int leftOut = catalog.leftOut(key);
        if (leftOut > 0) {
            console.out()
                    .println(
                            "  left out  %d older logs: the memory of svc holds no more. -Xmx in jvm.options says how much it takes"
                                    .formatted(leftOut));
        }
        for (var one : catalog.unreadable(key)) {
            console.out()
                    .println("  unread    %d × %s%s"
                            .formatted(
                                    one.count(),
                                    one.kind(),
                                    one.version().isEmpty() ? "" : " of version " + one.version()));
        }
    }

    /// Keys that the program would look for in vain when svc starts it.
    private void missing(EngineProvider engine, ChildEnvironment passing) {
        var withheld = engine.namedVariables().stream()
                .filter(name -> !passing.passes(name))
                .toList();
        if (!withheld.isEmpty()) {
            console.out()
                    .println("  variables its configuration names %s, which its terminals do not get: add to %s"
                            .formatted(String.join(", ", withheld), Variable.PASS_ENV.variableName()));
        }
    }

    private static String notFound(EngineProvider engine) {
        return "not found: put %s on PATH or set %s"
                .formatted(engine.command(), engine.manifest().variables().binary());
    }

    /// Older releases of Java 25 can leave a virtual thread parked for ever (JDK-8369227), and with it a request.
    static Optional<String> javaObjection(Runtime.Version version) {
        return version.compareTo(SOUND_JAVA) >= 0
                ? Optional.empty()
                : Optional.of(
                        "%s has a fault by which a request can wait for ever (JDK-8369227): update Java to %s or newer"
                                .formatted(version, SOUND_JAVA));
    }

    /// What keeps programs running, and where folders are made.
    private void surroundings(Config chosen, Engines engines) {
        var dtach = Dtach.find(chosen).map(Path::toString);
        javaObjection(Runtime.version()).ifPresent(sentence -> console.out().println("java\n  version   " + sentence));
        console.out().println("terminals");
        console.out()
                .println("  keeper    "
                        + dtach.or(() -> Dtach.objection(chosen))
                                .or(() -> Dtach.absence(chosen))
                                .orElse(""));
        FileNames.objection(Path::of).ifPresent(sentence -> console.out().println("  names     " + sentence));
        new ProjectRoots(chosen.paths(Variable.PROJECT_ROOTS))
                .objections()
                .forEach(sentence -> console.out().println("  folders   " + sentence));
        engines.screenObjections().forEach(sentence -> console.out().println("  screens   " + sentence));
    }

    /// How much can be searched, or why nothing can.
    private void searching(Config chosen, Seen seen) throws InterruptedException {
        console.out().println("search");
        var folder = chosen.home().search();
        if (SearchSwitch.isOff(seen.organisation())) {
            console.out().println("  index     switched off in the settings");
            return;
        }
        try (var search = StandingSearch.open(folder).orElse(null)) {
            if (search == null) {
                console.out()
                        .println("  index     none yet: %s builds it in the background"
                                .formatted(OwnCommand.line("serve")));
                return;
            }
            boolean read = seen.catalog().awaitRead(PATIENCE);
            var status = search.status(seen.catalog().stored().stream()
                    .flatMap(facts -> FollowedSession.of(facts, false).stream())
                    .toList());
            console.out().println("  index     %s, %s".formatted(folder, size(search.bytes())));
            console.out()
                    .println("  indexed   %s%d of %d sessions as they are now"
                            .formatted(read ? "" : "at least ", status.indexed(), status.of()));
        } catch (IOException unusable) {
            console.out().println("  index     " + unusable.getMessage());
        }
    }

    /// How much is kept, or why nothing is.
    private void keeping(Config chosen) {
        console.out().println("vault");
        try (var vault = Vault.look(chosen.path(Variable.VAULT_DIR), Sealing.NONE)) {
            var all = vault.all();
            console.out()
                    .println(
                            all.isEmpty()
                                    ? "  copies    none yet: %s makes them in the background"
                                            .formatted(OwnCommand.line("serve"))
                                    : "  copies    %s, %s".formatted(vault.folder(), size(vault.bytes())));
            if (!all.isEmpty()) {
                console.out()
                        .println("  sessions  %d, %d of them deleted by their programs"
                                .formatted(
                                        all.size(),
                                        all.stream()
                                                .filter(HeldSession::isTheOnlyOne)
                                                .count()));
            }
        } catch (IOException unusable) {
            console.out().println("  copies    " + unusable.getMessage());
        }
    }

    private static String size(long bytes) {
        return bytes < 1_000_000
                ? "%d KB".formatted((bytes + 999) / 1000)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    private void record(List<EngineProvider> engines, EnvFile file) throws IOException {
        var changes = changes(engines, file);
        if (engines.stream().noneMatch(engine -> engine.binary().isPresent())) {
            console.out()
                    .println(
                            "No program was found. Install one of them, or name its command in its variable above, then run  %s  again;  %s  works without any."
                                    .formatted(OwnCommand.line("doctor"), OwnCommand.line("serve --demo")));
        }
        if (changes.isEmpty() && !inShort) {
            console.out().println("%s is as it should be.".formatted(file.path()));
        }
        if (!inShort || dryRun) {
            changes.forEach(
                    (name, path) -> console.out().println((dryRun ? "would write " : "wrote ") + name + "=" + path));
        }
        if (!dryRun && !changes.isEmpty()) {
            write(file, changes);
        }
    }

    private static void write(EnvFile file, Map<String, @Nullable String> changes) {
        try {
            file.change(changes);
        } catch (IOException notWritable) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "%s cannot be written (%s): mend its permissions or name another with --env."
                            .formatted(file.path(), notWritable.getMessage()));
        }
    }

    /// Where each program is now, if that differs from the file; a program that was not found keeps its line.
    private static Map<String, @Nullable String> changes(List<EngineProvider> engines, EnvFile file)
            throws ConfigException {
        var present = file.read();
        var changes = new TreeMap<String, @Nullable String>();
        for (var engine : engines) {
            var name = engine.manifest().variables().binary();
            Optional<String> path = engine.binary().map(Path::toString);
            path.filter(found -> !found.equals(present.get(name))).ifPresent(found -> changes.put(name, found));
        }
        return changes;
    }
}
