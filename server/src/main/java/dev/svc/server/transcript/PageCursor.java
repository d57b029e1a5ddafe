package dev.svc.server.transcript;

import org.jspecify.annotations.Nullable;

/// Which page of a conversation is asked for.
public sealed interface PageCursor {
    /// The one with the newest turns.
    record End() implements PageCursor {}

    /// The one that ends before a turn, or at the end where the conversation is shorter.
    record Before(int turn) implements PageCursor {}

    /// The one that has this turn in its middle, or where the conversation begins or ends.
    record Around(int turn) implements PageCursor {}

    /// The one that a former page pointed to.
    record After(String cursor) implements PageCursor {}

    /// Null when the text is not a cursor.
    static @Nullable After cursor(String text) {
        return Cursor.read(text).isPresent() ? new After(text) : null;
    }
}
