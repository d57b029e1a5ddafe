package dev.svc.server.wiring.continuing;

import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.question.Questions;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.server.terminal.launch.Refusal.Reason;
import dev.svc.server.terminal.status.AtPrompt;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The terminals of svc, and the questions that are open, whatever they are heard by.
public final class TerminalPrompts implements Continuable {
    private static final Logger LOG = Logger.getLogger(TerminalPrompts.class.getName());

    private final Terminals terminals;
    private final Questions questions;

    public TerminalPrompts(Terminals terminals, Questions questions) {
        this.terminals = terminals;
        this.questions = questions;
    }

    /// As somebody resumes it who chooses nothing: in its own folder, asking before it acts, by no second program.
    @Override
    public Start start(SessionId session) {
        if (terminals.isJoined(session)) {
            return new Start.Refused(ContinueResult.OUTSIDE, null);
        }
        if (terminals.isLive(session)) {
            return new Start.Ran();
        }
        try {
            terminals.open(AttachRequest.of(session, Size.USUAL, "continued")).close();
            return new Start.Began();
        } catch (Refusal refused) {
            var result = refused.reason() == Reason.HELD ? ContinueResult.OUTSIDE : ContinueResult.NOT_STARTED;
            return new Start.Refused(result, refused.sentence());
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> session + " could not be started to go on");
            return new Start.Refused(ContinueResult.NOT_STARTED, "The service's log says why.");
        }
    }

    @Override
    public AtPrompt look(SessionId session) {
        return unlessAsked(session, () -> terminals.atPrompt(session));
    }

    @Override
    public AtPrompt paste(SessionId session, String text) {
        return unlessAsked(session, () -> terminals.paste(session, text));
    }

    @Override
    public AtPrompt enter(SessionId session) {
        return unlessAsked(session, () -> terminals.enter(session));
    }

    private AtPrompt unlessAsked(SessionId session, Supplier<AtPrompt> step) {
        boolean isAsked = questions.open().stream().anyMatch(it -> it.session().equals(session));
        try {
            return isAsked ? AtPrompt.QUESTION : step.get();
        } catch (IllegalStateException ending) {
            LOG.log(Level.FINE, ending, () -> "the screen of " + session + " cannot be read any more");
            return AtPrompt.GONE;
        }
    }
}
