package dev.svc.server.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;

/// Ctrl-\, in every encoding that terminals use for it: programs request several.
final class DetachKey {
    private static final List<String> SPELLINGS = List.of("\u001c", "\u001b[92;5u", "\u001b[27;5;92~");

    private DetachKey() {}

    /// Its index in the input; -1 when it is not there.
    static int indexIn(byte[] typed, int length) {
        String text = new String(typed, 0, length, ISO_8859_1);
        return SPELLINGS.stream()
                .mapToInt(text::indexOf)
                .filter(at -> at >= 0)
                .min()
                .orElse(-1);
    }
}
