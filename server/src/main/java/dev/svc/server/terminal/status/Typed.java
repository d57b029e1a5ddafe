package dev.svc.server.terminal.status;

/// What became of a key that answers the question of a screen.
public enum Typed {
    /// It was typed while exactly that question stood there.
    TYPED,
    /// Another question stands there; nothing was typed.
    CHANGED,
    /// No question stands there; nothing was typed.
    GONE,
    /// Somebody else was typing, or the program was drawing; nothing was typed.
    BUSY
}
