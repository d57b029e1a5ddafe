package dev.svc.server.terminal.vt;

/// What a terminal receives, one thing at a time.
public interface VtSink {

    /// A character to show; only handed over by a parser that was asked for text.
    default void print(int codePoint) {}

    /// Characters of ASCII to show, each of one column; handed over like [#print(int)].
    default void print(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            print(bytes[at]);
        }
    }

    /// A control character such as line feed; only handed over by a parser that was asked for text.
    default void control(int character) {}

    /// An escape sequence of two or three bytes; `intermediate` is 0 when there is none.
    default void escape(int intermediate, int last) {}

    default void sequence(Csi csi) {}

    /// False when no [#sequence(Csi)] that ends with this character and has nothing but numbers before it means
    /// anything here. A parser that was not asked for text skips those where they lie.
    default boolean wants(int last) {
        return true;
    }

    /// An operating system command, such as a title, without its frame.
    default void command(String text) {}
}
