package dev.svc.server.engine.ask;

import dev.svc.server.session.Ask;

/// What a program says in a call of its hook.
public sealed interface HookCall {

    /// The session that the program names.
    String nativeId();

    /// It asks, and takes the answer to this call.
    ///
    /// @param body the call itself, for the answer
    record Asks(String nativeId, Ask ask, String body) implements HookCall {}

    /// Something that needs no answer.
    record Other(String nativeId) implements HookCall {}
}
