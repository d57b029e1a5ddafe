package dev.svc.server.engine.kimi;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/// How Kimi names the folder of a working directory's sessions.
final class KimiBucket {
    private static final int LONGEST = 40;
    private static final Pattern OTHERS = Pattern.compile("[^a-z0-9._-]+");
    private static final Pattern EDGES = Pattern.compile("^-+|-+$");

    private KimiBucket() {}

    static String name(String cwd) {
        var last = cwd.substring(cwd.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        var whole = trimmed(OTHERS.matcher(last).replaceAll("-"));
        var slug = trimmed(whole.substring(0, Math.min(whole.length(), LONGEST)));
        boolean saysNothing = slug.isEmpty() || slug.equals(".") || slug.equals("..");
        return "wd_%s_%s".formatted(saysNothing ? "workspace" : slug, checksum(cwd));
    }

    private static String trimmed(String slug) {
        return EDGES.matcher(slug).replaceAll("");
    }

    /// How the name ends. The slash of the root does not count.
    static String checksum(String cwd) {
        try {
            var path = cwd.equals("/") ? "" : cwd;
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(path.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
