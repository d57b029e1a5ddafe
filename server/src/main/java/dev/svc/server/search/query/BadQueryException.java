package dev.svc.server.search.query;

/// A query cannot be read. The message is a sentence for people: where, and what was meant.
public final class BadQueryException extends Exception {
    private static final long serialVersionUID = 1;

    private final int position;

    /// @param sentence goes on after "At character 5, "
    BadQueryException(String text, int position, String sentence) {
        super("At character " + (text.codePointCount(0, position) + 1) + ", " + sentence);
        this.position = position;
    }

    /// Where in the text, in UTF-16 units: from 0 to its length.
    public int position() {
        return position;
    }
}
