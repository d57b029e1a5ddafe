package dev.svc.server.search.index;

import dev.svc.shared.vital.OwnedBy;

/// A text that is readable until a moment. A regular expression that tries too much meets that moment wherever it is.
final class HurriedText implements CharSequence {
    private static final int LOOK_EVERY = 1 << 12;

    private final CharSequence text;
    private final long end;

    @OwnedBy("the thread that reads")
    private int reads;

    /// The moment has come.
    static final class OverdueException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// @param end by [System#nanoTime]
    HurriedText(CharSequence text, long end) {
        this.text = text;
        this.end = end;
    }

    @Override
    public char charAt(int index) {
        if (++reads % LOOK_EVERY == 0 && System.nanoTime() - end > 0) {
            throw new OverdueException();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int to) {
        return text.subSequence(start, to);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
