package dev.svc.server.backup;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;

/// How much a backup may hold. A small file can unpack to more than any disk holds.
///
/// @param upload bytes of one pasted or dropped file
/// @param entries files of the archive
/// @param part bytes of each part that is read at once: what it says of itself, settings, two-factor
/// @param document bytes of the metadata and of the preferences, which a start reads whole
/// @param free bytes that it may always unpack to
/// @param ratio how many times its own size it may unpack to beyond that
public record Bounds(long upload, int entries, int part, long document, long free, int ratio) {
    private static final int ENTRIES = 1_000_000;
    private static final int PART = 1 << 20;
    private static final long DOCUMENT = 64 << 20;
    private static final long FREE = 1L << 30;

    /// A journal packs to a tenth, since every entry holds a hash.
    private static final int RATIO = 200;

    public static Bounds of(Config config) {
        return new Bounds(config.number(Variable.UPLOAD_MAX_BYTES), ENTRIES, PART, DOCUMENT, FREE, RATIO);
    }
}
