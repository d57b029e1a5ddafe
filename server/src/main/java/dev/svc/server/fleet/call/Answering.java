package dev.svc.server.fleet.call;

import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.line.HostLine;

/// Does what other hosts ask for, once it is allowed. On a thread of the call; may wait.
public interface Answering {

    /// Does it, and says what became of it.
    ///
    /// @param deed what is asked for
    /// @param actor who asks, as the journal has it: `person@host`
    /// @param allowed what other hosts may do here
    Reply answer(HostCall call, HostDeed deed, String actor, Allowance allowed);

    /// Connects a line with the terminal of a session, or says why not. The line is closed by whoever takes it.
    ///
    /// @param actor who asks, as the journal has it: `person@host`
    /// @param line to whoever asks; left alone where the reply is a refusal
    Reply connect(HostCall call, String actor, HostLine line);
}
