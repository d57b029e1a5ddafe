package dev.svc.server.cli.api;

import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc new`: a session begins, with nobody looking at it yet.
@Command(
        name = "new",
        description = {"Begins a session of a program in a folder, and prints its id.", "Look at it with  svc attach."})
public final class NewCommand implements Callable<Integer> {
    private final Verb verb;

    @Option(names = "--engine", required = true, paramLabel = "PROGRAM", description = "Such as claude or engine_1.")
    private String engine = "";

    @Option(names = "--folder", paramLabel = "PATH", description = "Where it works (default: this folder).")
    private Path folder = Path.of("");

    @Option(names = "--prompt", paramLabel = "TEXT", description = "What is said to it first.")
    private @Nullable String prompt;

    @Option(names = "--json", description = "Prints the answer of the interface.")
    private boolean json;

    public NewCommand(Supplier<Config> config, Console console) {
        this.verb = new Verb(config, console);
    }

    @Override
    public Integer call() {
        var body = Verb.object()
                .put("engine", engine)
                .put("folder", folder.toAbsolutePath().normalize().toString());
        if (prompt != null) {
            body.put("prompt", prompt);
        }
        var begun = verb.post("/api/sessions", body);
        verb.say(json, begun, begun.path("sid").asText());
        return ExitCode.OK.number();
    }
}
