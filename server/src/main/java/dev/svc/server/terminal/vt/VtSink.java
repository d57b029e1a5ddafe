package dev.svc.server.terminal.vt;

/// What a terminal is told, one thing at a time.
public interface VtSink {

    /// A character to show; only handed over by a parser that was asked for text.
    default void print(int codePoint) {}

    /// A control character such as line feed; only handed over by a parser that was asked for text.
    default void control(int character) {}

    /// An escape sequence of two or three bytes; `intermediate` is 0 when there is none.
    default void escape(int intermediate, int last) {}

    default void sequence(Csi csi) {}

    /// An operating system command, such as a title, without its frame.
    default void command(String text) {}
}
