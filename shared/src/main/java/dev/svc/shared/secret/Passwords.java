package dev.svc.shared.secret;

import java.security.SecureRandom;
import java.util.Optional;

/// What a new password must be, and one made up by the machine.
public final class Passwords {
    public static final int SHORTEST = 12;
    public static final int LONGEST = 1024;

    /// Without the letters and digits that people mistake for each other.
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    private static final int GROUPS = 4;
    private static final int GROUP = 5;

    private Passwords() {}

    /// Empty when the password may be used, else the sentence that says why not.
    public static Optional<String> objection(String password) {
        int length = password.codePointCount(0, password.length());
        if (length < SHORTEST) {
            return Optional.of(
                    length + (length == 1 ? " character" : " characters") + ". At least " + SHORTEST + " are needed.");
        }
        return length > LONGEST
                ? Optional.of(length + " characters. At most " + LONGEST + " are allowed.")
                : Optional.empty();
    }

    /// Twenty characters in groups, about 116 bits.
    public static String random(SecureRandom random) {
        var text = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP; i++) {
            if (i > 0 && i % GROUP == 0) {
                text.append('-');
            }
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }
}
