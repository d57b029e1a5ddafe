package dev.svc.server.cli;

import dev.svc.server.terminal.attach.Attachment;
import dev.svc.server.terminal.attach.Attachment.RefusedException;
import dev.svc.server.terminal.status.Explained;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc status`: what the program of a session is doing, as the running server reads it from its screen.
@Command(name = "status", description = "Says what a session's program is doing; asks the running service.")
public final class StatusCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final Console console;

    @Parameters(paramLabel = "SID", description = "The session's id, as svc sessions prints it.")
    private String session = "";

    @Option(names = "--explain", description = "Also says which rule decided, and on which line of the screen.")
    private boolean explain;

    public StatusCommand(Supplier<Config> config, Console console) {
        this.config = config;
        this.console = console;
    }

    @Override
    public Integer call() {
        var chosen = config.get();
        if (chosen.platform().family() == Platform.Family.WINDOWS) {
            throw new CommandException(
                    ExitCode.FAILED, "status needs Linux or macOS: look at the list in the browser.");
        }
        var explained = ask(chosen);
        console.out().println(explained.status().word());
        if (explain) {
            console.out().println("  by  " + PlainText.line(explained.by()));
            if (!explained.on().isEmpty()) {
                console.out().println("  on  " + PlainText.line(explained.on()));
            }
        }
        console.out().flush();
        return ExitCode.OK.number();
    }

    private Explained ask(Config chosen) {
        try (var server = Attachment.to(chosen.path(Variable.RUNTIME_DIR))) {
            return server.ask(session)
                    .orElseThrow(() -> new CommandException(
                            ExitCode.FAILED,
                            "The service does not answer this: restart it, it is of another release."));
        } catch (RefusedException refused) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(refused.getMessage()));
        } catch (IOException nobody) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "No svc answers on %s, and only it reads screens: start it with  %s"
                            .formatted(chosen.home().data(), OwnCommand.line("serve")));
        }
    }
}
