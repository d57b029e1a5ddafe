package dev.svc.server.fleet.envelope;

import java.util.Locale;
import java.util.regex.Pattern;

/// What hosts are called: a name that is the same in an address, a file, a terminal and a page, and that
/// nothing takes for something else.
public final class HostName {
    public static final int LONGEST = 63;

    /// What may be a name, as a sentence says it.
    public static final String RULE = "a host's name has up to 63 small letters, digits, dots and hyphens,"
            + " and begins and ends with a letter or digit";

    private static final Pattern FIT = Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?");

    private HostName() {}

    public static boolean isFit(String name) {
        return FIT.matcher(name).matches();
    }

    /// A name for a host that is called something else by its system.
    public static String of(String hostname) {
        var fit = hostname.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9.-]+", "-")
                .replaceAll("^[.-]+", "");
        var shortened = fit.substring(0, Math.min(fit.length(), LONGEST)).replaceAll("[.-]+$", "");
        return shortened.isEmpty() ? "host" : shortened;
    }
}
