package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Exit;
import dev.svc.server.terminal.launch.LaunchRecord;

/// The state of a terminal. It only moves forward: living under the id it was launched with, possibly adopted under its
/// real one, then ended. Only the [Registry] moves it.
sealed interface Life {

    /// What is written down about its program.
    LaunchRecord launchRecord();

    record Living(LaunchRecord launchRecord) implements Life {}

    /// Its program has shown its real id.
    ///
    /// @param placeholder the id before
    record Adopted(LaunchRecord launchRecord, SessionId placeholder) implements Life {}

    record Ended(LaunchRecord launchRecord, Exit exit) implements Life {}
}
