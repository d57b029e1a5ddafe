package dev.svc.server.cli;

import dev.svc.server.terminal.attach.Attachment;
import dev.svc.server.terminal.attach.Attachment.End;
import dev.svc.server.terminal.host.Size;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc attach`: a session in the terminal that the command was started in, through the running server, because only
/// the server reads a program's output.
@Command(
        name = "attach",
        description = {
            "Opens a session in this terminal; Ctrl-\\ detaches.",
            "Starts its program if it does not run, and joins one that runs outside svc."
        })
public final class AttachCommand implements Callable<Integer>, Attachment.Listener {
    private static final int KEYS = 4096;
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int SIGN_OF_LIFE = 8; // looks

    private final Supplier<Config> config;
    private final Console console;
    private final AtomicBoolean detached = new AtomicBoolean();
    private volatile boolean writes = true;
    private volatile String joined = ""; // where the program is, if svc did not start it

    @Parameters(paramLabel = "SID", description = "The session's id, as svc sessions prints it.")
    private String session = "";

    @Option(names = "--view", description = "Only looks; keys but Ctrl-\\ do nothing.")
    private boolean view;

    public AttachCommand(Supplier<Config> config, Console console) {
        this.config = config;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var settings = config.get();
        if (settings.platform().family() == Platform.Family.WINDOWS) {
            throw new CommandException(
                    ExitCode.FAILED, "attach needs Linux or macOS: open the session in the browser.");
        }
        var size = requireTerminal();
        try (var attachment = requireServer(settings)) {
            attachment.open(session, size, view);
            return leave(run(attachment, size)).number();
        }
    }

    private static Size requireTerminal() {
        try {
            return LocalTerminal.size();
        } catch (IOException none) {
            throw new CommandException(ExitCode.FAILED, "attach needs a terminal: start it from one, without pipes.");
        }
    }

    private static Attachment requireServer(Config settings) {
        try {
            return Attachment.to(settings.path(Variable.RUNTIME_DIR));
        } catch (IOException nobody) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "No svc runs on %s: start it with  %s  and attach again."
                            .formatted(settings.home().data(), OwnCommand.line("serve")));
        }
    }

    private End run(Attachment attachment, Size size) throws IOException {
        try (var _ = LocalTerminal.raw()) {
            Thread.ofPlatform().daemon().start(() -> type(attachment));
            Thread.ofVirtual().start(() -> follow(attachment, size));
            return attachment.pump(System.out, this);
        } catch (IOException closed) {
            return new End.Closed();
        }
    }

    /// On a line of its own, for a terminal that passes on every key; what is drawn next may cover it, so leaving names
    /// the place once more.
    @Override
    public void joined(String place) {
        joined = PlainText.line(place);
        console.err().print("svc: Joined: %s. Leaving ends nothing there.\r\n".formatted(joined));
        console.err().flush();
    }

    @Override
    public void writes(boolean mayWrite) {
        writes = mayWrite;
    }

    private void type(Attachment attachment) {
        byte[] keys = new byte[KEYS];
        try {
            for (int n = System.in.read(keys); n >= 0; n = System.in.read(keys)) {
                int detach = DetachKey.indexIn(keys, n);
                int typed = detach < 0 ? n : detach;
                if (typed > 0 && !view) {
                    attachment.type(keys, typed);
                }
                if (detach >= 0) {
                    break;
                }
            }
            detached.set(true);
            attachment.close();
        } catch (IOException ended) {
            // the output's copier says how
        }
    }

    /// Tells the session about every change of this terminal's size.
    private void follow(Attachment attachment, Size first) {
        var told = first;
        try {
            for (int looks = 1; !detached.get(); looks++) {
                Thread.sleep(LOOK);
                var now = LocalTerminal.size();
                if (!now.equals(told) || looks % SIGN_OF_LIFE == 0) {
                    attachment.resize(now);
                    told = now;
                }
            }
        } catch (IOException ended) {
            // the output's copier says how
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private ExitCode leave(End end) {
        return switch (end) {
            case End.Refused refused -> throw new CommandException(ExitCode.FAILED, refused.sentence());
            case End.Ended _
            when !joined.isEmpty() -> said(ExitCode.OK, "The terminal that joined %s has closed.".formatted(joined));
            case End.Ended ended -> said(ExitCode.OK, "The program has ended with %s.".formatted(ended.how()));
            case End.Closed _
            when detached.get() && !joined.isEmpty() ->
                said(ExitCode.OK, "Detached; the program runs on there: %s.".formatted(joined));
            case End.Closed _ when detached.get() -> said(ExitCode.OK, "Detached; the program runs on.");
            case End.Closed _ ->
                said(ExitCode.FAILED, "The server has stopped; the program runs on. Attach again when svc is back.");
        };
    }

    private ExitCode said(ExitCode code, String sentence) {
        String rest = writes || view ? "" : " Somebody else had taken over the keyboard.";
        console.err().println("svc: " + sentence + rest);
        return code;
    }
}
