package dev.svc.shared.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Ten codes for a lost phone: 100 random bits each, shown once, stored as digests, each valid once.
public final class RecoveryCodes {
    public static final int COUNT = 10;

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int GROUPS = 4;
    private static final int GROUP = 5;

    private RecoveryCodes() {}

    /// Ten new ones as they are shown, `abcde-fghij-klmno-pqrst`.
    public static List<String> make(SecureRandom random) {
        var codes = new ArrayList<String>();
        for (int i = 0; i < COUNT; i++) {
            codes.add(one(random));
        }
        return List.copyOf(codes);
    }

    /// What is kept of them. A plain SHA-256 is enough: nobody tries 2^100 codes.
    public static List<String> digests(List<String> codes) {
        return codes.stream().map(RecoveryCodes::digest).toList();
    }

    /// Whether the text has the length of one; a six-digit code has not.
    public static boolean isLikeOne(String text) {
        return plain(text).length() == GROUPS * GROUP;
    }

    /// The digests that are left after this code; empty when it is not one of them.
    public static Optional<List<String>> spend(List<String> digests, String code) {
        byte[] wanted = digest(code).getBytes(StandardCharsets.US_ASCII);
        var left = new ArrayList<String>();
        for (String digest : digests) {
            if (!MessageDigest.isEqual(digest.getBytes(StandardCharsets.UTF_8), wanted)) {
                left.add(digest);
            }
        }
        return left.size() == digests.size() ? Optional.empty() : Optional.of(List.copyOf(left));
    }

    private static String one(SecureRandom random) {
        var text = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP; i++) {
            if (i > 0 && i % GROUP == 0) {
                text.append('-');
            }
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    private static String plain(String code) {
        return code.replaceAll("[\\s-]", "").toLowerCase(Locale.ROOT);
    }

    private static String digest(String code) {
        try {
            byte[] bytes = plain(code).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
