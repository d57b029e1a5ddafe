package dev.svc.server.update.release;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/// A released version. Anything else is a development version and has no place in their order.
record Version(int major, int minor, int patch) implements Comparable<Version> {
    private static final String NUMBER = "(0|[1-9][0-9]{0,5})";
    private static final Pattern TEXT = Pattern.compile("v?%1$s\\.%1$s\\.%1$s".formatted(NUMBER));
    private static final Comparator<Version> ORDER = Comparator.comparingInt(Version::major)
            .thenComparingInt(Version::minor)
            .thenComparingInt(Version::patch);

    /// Of `X.Y.Z` or `vX.Y.Z`, and of nothing that only looks like one.
    static Optional<Version> find(String text) {
        var found = TEXT.matcher(text);
        return found.matches()
                ? Optional.of(new Version(number(found.group(1)), number(found.group(2)), number(found.group(3))))
                : Optional.empty();
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    @Override
    public int compareTo(Version other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
