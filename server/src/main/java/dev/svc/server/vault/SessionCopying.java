package dev.svc.server.vault;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.Original.Kind;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.vault.copy.CopyState;
import dev.svc.server.vault.copy.Cutting;
import dev.svc.server.vault.copy.Cutting.Style;
import dev.svc.server.vault.copy.KeptFile;
import dev.svc.server.vault.copy.SessionCopy;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Brings one copy up to what the store has of its session now. What left the store stays in the copy, and so does what
/// a log said before another took its name.
final class SessionCopying {
    /// Of the contents that logs had before; beyond that the oldest go.
    private static final int FORMER = 64;

    private final SessionCopy copy;
    private final Cutting cutting;
    private final boolean isKnown;
    private final Instant now;
    private final List<KeptFile> former;

    /// @param isKnown whether the copy was compared with its session since the service began, so that only what was
    ///     appended since can differ
    SessionCopying(SessionCopy copy, Cutting.Between between, boolean isKnown, Instant now) {
        this.copy = copy;
        this.cutting = new Cutting(copy, between);
        this.isKnown = isKnown;
        this.now = now;
        this.former = new ArrayList<>(copy.state().former());
    }

    /// @param stamp what the store says of the session
    /// @param note what the list shows of it
    void run(List<Original> originals, long stamp, String note) throws IOException, InterruptedException {
        var before = copy.state();
        if (!isKnown) {
            copy.distrustDamaged();
        }
        var files = new TreeMap<String, KeptFile>();
        for (var original : originals) {
            take(original, before.files().get(original.name())).ifPresent(file -> files.put(file.name(), file));
        }
        keepWhatLeft(before.files(), files);
        while (former.size() > FORMER) {
            former.removeFirst();
        }
        var next = new CopyState(stamp, now, note, files, former);
        if (!isTheSame(next, before)) {
            copy.keep(next);
        }
    }

    private static boolean isTheSame(CopyState next, CopyState before) {
        return next.stamp() == before.stamp()
                && next.note().equals(before.note())
                && next.files().equals(before.files())
                && next.former().equals(before.former());
    }

    private Optional<KeptFile> take(Original original, @Nullable KeptFile before)
            throws IOException, InterruptedException {
        if (before != null && isUnchanged(before, original.stamp())) {
            return Optional.of(before);
        }
        try (var source = StoreFile.open(original.stamp().path())) {
            return Optional.of(take(source, original, before));
        } catch (NoSuchFileException goneMeanwhile) {
            return Optional.empty();
        }
    }

    private boolean isUnchanged(KeptFile before, FileStamp stamp) {
        return before.until() == null
                && before.size() == stamp.size()
                && before.modified() == stamp.modifiedNanos()
                && copy.holds(before);
    }

    private KeptFile take(FileChannel source, Original original, @Nullable KeptFile before)
            throws IOException, InterruptedException {
        var style = original.kind() != Kind.LOG ? Style.WHOLE : isKnown ? Style.GROWING : Style.ANY;
        var file = cutting.take(source, original.name(), original.stamp().modifiedNanos(), before, style);
        if (before != null && lost(original.kind(), before, file)) {
            former.add(before.leftAt(now));
        }
        return file;
    }

    /// Whether something that was said is not in the file any more.
    private static boolean lost(Kind kind, KeptFile before, KeptFile now) {
        return switch (kind) {
            case LOG -> !now.beginsWith(before);
            case DOCUMENT -> false;
            case ROWS -> now.size() < before.size();
        };
    }

    private void keepWhatLeft(Map<String, KeptFile> before, Map<String, KeptFile> files) {
        for (var file : before.values()) {
            if (!files.containsKey(file.name())) {
                files.put(file.name(), file.until() == null ? file.leftAt(now) : file);
            }
        }
    }
}
