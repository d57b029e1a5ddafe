package dev.svc.server.wiring.terminal;

import dev.svc.server.http.session.NewSessions;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.AttachRequest.Join;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Starts a program on a new session before anybody looks at it.
public final class FirstLaunch implements NewSessions {
    private static final Logger LOG = Logger.getLogger(FirstLaunch.class.getName());

    private final Terminals terminals;

    public FirstLaunch(Terminals terminals) {
        this.terminals = terminals;
    }

    @Override
    public Optional<String> start(SessionId session, Path folder, @Nullable String prompt) {
        try {
            if (prompt != null) {
                terminals.prompt(session, prompt);
            }
            terminals
                    .open(new AttachRequest(
                            session,
                            Size.USUAL,
                            null,
                            true,
                            folder,
                            false,
                            "begun",
                            false,
                            null,
                            prompt != null,
                            Join.NO,
                            false))
                    .close();
            return Optional.empty();
        } catch (Refusal refused) {
            return Optional.of(refused.sentence());
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> session + " could not be started");
            return Optional.of("The program could not be started; the server's log says why.");
        }
    }
}
