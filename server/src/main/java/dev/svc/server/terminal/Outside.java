package dev.svc.server.terminal;

import dev.svc.server.engine.Launch;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Size;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the terminals ask about programs that svc did not start.
public interface Outside {

    /// Nothing runs outside, or nobody knows.
    Outside NOBODY = new Outside() {
        @Override
        public Optional<Holder> holder(SessionId session) {
            return Optional.empty();
        }

        @Override
        public Optional<Launch> wayIn(SessionId session) {
            return Optional.empty();
        }

        @Override
        public Optional<Drawn> drawn(SessionId session) {
            return Optional.empty();
        }
    };

    /// Who is on a session.
    ///
    /// @param sentence says what can be done instead of a second program
    /// @param sure false where it was concluded from folder and time
    /// @param place where it runs, as people read it
    /// @param unshared says what is left where no other terminal can be opened on it
    record Holder(String sentence, boolean sure, String place, String unshared) {}

    /// What is on the session now: two programs on one session corrupt its history.
    Optional<Holder> holder(SessionId session);

    /// The command that opens one more terminal on what runs there; empty where none leads there.
    Optional<Launch> wayIn(SessionId session);

    /// At which size what runs there is drawn.
    ///
    /// @param held the size that is decided there; null where a terminal that joins decides it
    record Drawn(@Nullable Size held) {}

    /// Empty where nobody can say: then it stays as it was.
    Optional<Drawn> drawn(SessionId session);
}
