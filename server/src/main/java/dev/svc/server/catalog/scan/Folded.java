package dev.svc.server.catalog.scan;

import java.nio.charset.StandardCharsets;

/// Text without case and accents, as bytes, so that ten thousand rows are searched in a few milliseconds.
public final class Folded {
    private final byte[] bytes;

    private Folded(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Folded of(String text) {
        return new Folded(Folding.fold(text).getBytes(StandardCharsets.UTF_8));
    }

    /// From text that is folded already.
    public static Folded ofFolded(String folded) {
        return new Folded(folded.getBytes(StandardCharsets.UTF_8));
    }

    int length() {
        return bytes.length;
    }

    public boolean contains(Folded word) {
        return contains(0, word);
    }

    /// Whether the word occurs from the byte `from` on.
    public boolean contains(int from, Folded word) {
        if (word.bytes.length == 0) {
            return true;
        }
        byte first = word.bytes[0];
        int last = bytes.length - word.bytes.length;
        for (int i = from; i <= last; i++) {
            if (bytes[i] == first && matches(i, word.bytes)) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(int at, byte[] word) {
        for (int i = 1; i < word.length; i++) {
            if (bytes[at + i] != word[i]) {
                return false;
            }
        }
        return true;
    }
}
