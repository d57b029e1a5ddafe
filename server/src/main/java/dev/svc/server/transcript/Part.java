package dev.svc.server.transcript;

import dev.svc.server.session.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some turns of a conversation in a row.
///
/// @param from the first one's number, counted from 0 at the beginning
/// @param to the number after the last one's
/// @param nextCursor for the page before this one; null where there is none
/// @param truncated whether a cap took something from the beginning
public record Part(int from, int to, int total, @Nullable String nextCursor, Body body, boolean truncated) {

    public sealed interface Body {}

    /// Every line ends with a line feed, so that pages can be put together.
    public record Text(String text) implements Body {}

    public record Told(List<Piece> turns) implements Body {}

    /// One turn with its number.
    ///
    /// @param cut whether the cap took some of its text
    public record Piece(int index, Turn turn, boolean cut) {}
}
