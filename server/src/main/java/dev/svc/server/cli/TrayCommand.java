package dev.svc.server.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc tray`: starts the tray, which is a separate program, so that a server without a desktop contains none of it.
/// The launcher does the same without this detour.
@Command(
        name = "tray",
        description = {
            "Puts svc into the desktop's tray: its state, waiting sessions, start, stop, updates, the way back in.",
            "Where the desktop has no tray, a window says the same."
        })
public final class TrayCommand implements Callable<Integer> {
    private final Optional<Path> programRoot;

    @Option(names = "--window", description = "Opens the window at once.")
    private boolean window;

    public TrayCommand(Optional<Path> programRoot) {
        this.programRoot = programRoot;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = programRoot
                .map(root -> root.resolve("tray"))
                .filter(tray -> Files.exists(tray.resolve("target/svc-tray.jar")))
                .orElseThrow(
                        () -> new CommandException(
                                ExitCode.FAILED,
                                "This installation has no tray: run  svc tray  from a checkout or a release that was built with it."));
        return new ProcessBuilder(words(folder)).inheritIO().start().waitFor();
    }

    private List<String> words(Path folder) {
        Path target = folder.resolve("target");
        var words = new ArrayList<String>();
        words.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        words.add("@" + folder.resolve("jvm.options"));
        words.addAll(List.of("--module-path", target.resolve("modules").toString()));
        words.addAll(List.of("--add-modules", "javafx.controls"));
        words.add("-Dsvc.root=" + programRoot.orElseThrow());
        words.addAll(List.of("-jar", target.resolve("svc-tray.jar").toString()));
        if (window) {
            words.add("--window");
        }
        return words;
    }
}
