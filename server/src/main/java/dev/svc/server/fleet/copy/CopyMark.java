package dev.svc.server.fleet.copy;

import java.util.regex.Pattern;

/// A place in a host's journal: the number of an entry, and the hash that stands for it and all before it.
///
/// @param entry 0 before the first one
/// @param hash in hexadecimal digits; empty before the first entry
public record CopyMark(long entry, String hash) {
    public static final CopyMark NONE = new CopyMark(0, "");

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /// Whether it is one that svc writes.
    boolean isSound() {
        return entry == 0 ? hash.isEmpty() : entry > 0 && HASH.matcher(hash).matches();
    }
}
