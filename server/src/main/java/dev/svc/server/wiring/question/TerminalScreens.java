package dev.svc.server.wiring.question;

import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.status.Typed;
import java.util.Optional;
import java.util.function.Supplier;

/// The screens of this service's terminals. Until they are open, nothing lives and nothing can be answered.
///
/// @param terminals empty until they are open
record TerminalScreens(Supplier<Optional<Terminals>> terminals) implements ScreenQuestions.Screens {
    @Override
    public boolean isLive(SessionId session) {
        return terminals.get().filter(it -> it.isLive(session)).isPresent();
    }

    @Override
    public Optional<Asking> askingNow(SessionId session) {
        return terminals.get().flatMap(it -> it.askingNow(session));
    }

    @Override
    public Typed answer(SessionId session, String digest, String key) {
        return terminals.get().map(it -> it.answer(session, digest, key)).orElse(Typed.BUSY);
    }
}
