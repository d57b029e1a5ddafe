package dev.svc.server.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What a new folder may be called, so that it is one segment here and on any machine it is copied to.
final class FolderName {
    private static final int MAX_BYTES = 255;

    private static final Set<String> RESERVED = Set.of(
            "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1",
            "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9");

    private FolderName() {}

    /// The sentence that says what is wrong; empty when nothing is.
    static Optional<String> objection(String name) {
        if (name.isBlank() || !name.equals(name.strip())) {
            return Optional.of("Give the folder a name without blanks around it.");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return Optional.of("The name is too long: 255 bytes at most.");
        }
        if (name.codePoints().anyMatch(FolderName::isForbidden)) {
            return Optional.of("The name may not hold slashes, control characters or any of : * ? \" < > |");
        }
        if (name.startsWith(".") || name.startsWith("-") || name.endsWith(".")) {
            return Optional.of("The name may not begin with a dot or a dash, nor end with a dot.");
        }
        return RESERVED.contains(name.toLowerCase(Locale.ROOT).replaceAll("\\..*", ""))
                ? Optional.of("This name is reserved on some systems: choose another.")
                : Optional.empty();
    }

    private static boolean isForbidden(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || "/\\:*?\"<>|".indexOf(c) >= 0;
    }
}
