package dev.svc.server.vault.copy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// One file as it is kept.
///
/// @param name where it lies in the program's store, the same on every host
/// @param size in bytes
/// @param modified when the program wrote it, in nanoseconds since 1970
/// @param segments what it consists of, in order
/// @param until when it was found gone or replaced; null while it is in the store
public record KeptFile(
        String name,
        long size,
        long modified,
        List<Digest> segments,
        @Nullable Instant until) {

    public KeptFile {
        segments = List.copyOf(segments);
    }

    /// The same, as it was when it left its store or was replaced there.
    public KeptFile leftAt(Instant time) {
        return new KeptFile(name, size, modified, segments, time);
    }

    /// Whether all that the other one holds is the beginning of this.
    public boolean beginsWith(KeptFile other) {
        return size >= other.size && common(other) == other.segments.size();
    }

    /// Tells the segments from others that are as many.
    int check() {
        var bytes = ByteBuffer.allocate(Digest.BYTES);
        var sum = new CRC32C();
        for (var segment : segments) {
            segment.write(bytes.clear());
            sum.update(bytes.flip());
        }
        return (int) sum.getValue();
    }

    /// Of those that both begin with.
    int common(KeptFile other) {
        int most = Math.min(segments.size(), other.segments.size());
        int same = 0;
        while (same < most && segments.get(same).equals(other.segments.get(same))) {
            same++;
        }
        return same;
    }
}
