package dev.svc.server.terminal.status;

/// A text that can be looked at only so often, so that no expression keeps the watching thread.
final class Metered implements CharSequence {
    private static final int LOOKS = 50_000;

    private final String text;
    private int left = LOOKS;

    /// @param longest what is longer is cut
    Metered(String text, int longest) {
        this.text = text.length() > longest ? text.substring(0, longest) : text;
    }

    /// The looks are spent.
    static final class SpentException extends RuntimeException {
        private static final long serialVersionUID = 1;

        SpentException() {
            super("an expression takes too long", null, false, false);
        }
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (left-- <= 0) {
            throw new SpentException();
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
