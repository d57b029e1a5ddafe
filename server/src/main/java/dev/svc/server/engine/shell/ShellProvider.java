package dev.svc.server.engine.shell;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A plain terminal: the person's shell in a folder, or a command that the shell runs. What the house calls its first
/// prompt is that command.
public final class ShellProvider implements EngineProvider {
    /// As login shells, they find what the person's profile sets up, wherever the service was started.
    private static final String LOGIN = "-l";

    private static final String RUN = "-c";

    /// Those that take `-l` with nothing beside it.
    private static final Set<String> LOGIN_ALONE = Set.of("csh", "tcsh");

    public static final Manifest MANIFEST = new Manifest(
            EngineKey.SHELL,
            "terminal",
            "Terminal",
            ShellFolder.ID,
            false,
            new Manifest.Command("bash", List.of(), ""),
            new Manifest.Variables("SVC_ENGINE0_BIN", "SVC_ENGINE0_DIR", "shells in svc's data folder"),
            new Manifest.Arguments(List.of(LOGIN), List.of(LOGIN), List.of(), List.of(RUN, "{prompt}"), true),
            Manifest.Environment.NONE,
            new Manifest.Look(
                    new Manifest.Colors("#4a5568", "#a9b4c6", "#d5deee"), "M2.75 4.25L6.5 8l-3.75 3.75M8 12h5.25"));

    private final EngineSettings settings;
    private final ShellFolder folder;
    private final ShellStore store;

    /// @param usual where svc keeps them, unless the settings name another folder
    public ShellProvider(EngineSettings settings, Path usual) {
        this.settings = settings;
        this.folder = new ShellFolder(settings.storeOverride() == null ? usual : settings.storeOverride());
        this.store = new ShellStore(folder);
    }

    @Override
    public Manifest manifest() {
        return MANIFEST;
    }

    @Override
    public boolean isAgent() {
        return false;
    }

    /// The pinned one, else the shell of the service's own environment, else any.
    @Override
    public Optional<Path> binary() {
        return settings.pinnedBinary() == null
                ? settings.pathFrom("SHELL")
                        .filter(Files::isExecutable)
                        .filter(Files::isRegularFile)
                        .or(() -> Binaries.find(settings, MANIFEST.command()))
                        .or(() -> Binaries.find(settings, "sh", List.of()))
                : Binaries.find(settings, MANIFEST.command());
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return store.turns();
    }

    /// Where what they printed is written down.
    public ShellBook book() {
        return new ShellBook(folder);
    }

    @Override
    public void begin(String nativeId, Path cwd, @Nullable String prompt) throws IOException {
        book().begin(nativeId, cwd.toString(), prompt, InstantSource.system().instant());
    }

    /// The command again, where it was one.
    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        return book().command(nativeId)
                .map(command -> newLaunchArgv(nativeId, cwd, bypass, command))
                .orElseGet(() -> newLaunchArgv(nativeId, cwd, bypass));
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass, String prompt) {
        var words = new ArrayList<String>();
        if (!isLoginAlone()) {
            words.add(LOGIN);
        }
        words.add(RUN);
        words.add(prompt);
        return launch(words, bypass);
    }

    private boolean isLoginAlone() {
        return binary().map(Path::getFileName)
                .map(Path::toString)
                .filter(LOGIN_ALONE::contains)
                .isPresent();
    }

    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        return Set.of();
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new ShellOriginals(folder));
    }

    @Override
    public Optional<EngineProvider> at(Path other) {
        return Optional.of(new ShellProvider(settings.withStore(other), other));
    }
}
