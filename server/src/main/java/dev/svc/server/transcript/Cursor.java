package dev.svc.server.transcript;

import java.util.Optional;
import java.util.regex.Pattern;

/// Where the next older page ends, in turns from the beginning: more turns at the end do not move it.
///
/// @param generation of the conversation that it belongs to
record Cursor(int before, long generation) {
    private static final Pattern SHAPE = Pattern.compile("([0-9]{1,9})\\.([0-9a-f]{1,16})");

    /// Empty for a text that is not a cursor.
    static Optional<Cursor> read(String text) {
        var parts = SHAPE.matcher(text);
        return parts.matches()
                ? Optional.of(new Cursor(Integer.parseInt(parts.group(1)), Long.parseUnsignedLong(parts.group(2), 16)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return before + "." + Long.toHexString(generation);
    }
}
