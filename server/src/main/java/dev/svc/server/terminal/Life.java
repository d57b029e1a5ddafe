package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Exit;

/// The state of a terminal. It only moves forward: living under the id it was launched with, possibly adopted under its
/// real one, then ended. Only the [Registry] moves it.
sealed interface Life {

    /// What is written down about its program.
    Slot slot();

    record Living(Slot slot) implements Life {}

    /// Its program has shown its real id.
    ///
    /// @param placeholder the id before
    record Adopted(Slot slot, SessionId placeholder) implements Life {}

    record Ended(Slot slot, Exit exit) implements Life {}
}
