package dev.svc.server.vault.copy;

import dev.svc.server.vault.copy.CopyLog.Entry;
import dev.svc.server.vault.copy.RecordHead.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The copy of one session: one file, so that damage stays in it and forgetting it is removing it. Used by one thread
/// at a time.
public final class SessionCopy implements Closeable {
    /// What a segment holds at most.
    static final int SEGMENT = 1 << 20;

    private final CopyLog log;
    private final Sealing sealing;
    private final Map<Digest, Entry> segments = new HashMap<>();
    private final Set<String> broken = new HashSet<>();
    private CopyState state = CopyState.NOTHING;

    private SessionCopy(CopyLog log, Sealing sealing) throws IOException {
        this.log = log;
        this.sealing = sealing;
        for (var entry : log.entries()) {
            if (entry.head().kind() == Kind.SEGMENT) {
                segments.put(entry.head().digest(), entry);
            } else {
                take(entry);
            }
        }
    }

    /// Opens a copy for reading, also while another is writing to it.
    ///
    /// @throws NoSuchFileException when there is no copy
    /// @throws CopyFormatException when this release, or this key, does not open it
    public static SessionCopy read(Path file, Sealing sealing) throws IOException {
        return of(CopyLog.reading(file, sealing), sealing);
    }

    /// Makes one where there is none. What a crash left half written is removed.
    ///
    /// @throws CopyFormatException when this release, or this key, does not open it
    public static SessionCopy write(Path file, Sealing sealing) throws IOException {
        return of(CopyLog.writing(file, sealing), sealing);
    }

    private static SessionCopy of(CopyLog log, Sealing sealing) throws IOException {
        try {
            return new SessionCopy(log, sealing);
        } catch (IOException | RuntimeException failed) {
            log.close();
            throw failed;
        }
    }

    /// A state that is damaged is passed over: those after it say which files they cannot speak for without it.
    private void take(Entry entry) throws IOException {
        try {
            var reading = StateForm.read(log.read(entry), state);
            state = reading.state();
            broken.addAll(reading.broken());
        } catch (CopyDamageException passedOver) {
            // It is found again, and named, by who verifies the copy.
            return;
        }
    }

    /// The last state.
    public CopyState state() {
        return state;
    }

    /// How many bytes the copy takes on the disk.
    public long size() {
        return log.size();
    }

    /// How many records there are: many short ones are worth being written again.
    int records() {
        return log.entries().size();
    }

    /// Files of which a later content is lost, because a damaged state said which.
    Set<String> broken() {
        return broken;
    }

    /// Keeps these bytes, unless they are kept already.
    Digest add(byte[] raw) throws IOException {
        var digest = sealing.digest(raw);
        if (!segments.containsKey(digest)) {
            segments.put(digest, log.append(Kind.SEGMENT, raw, digest));
        }
        return digest;
    }

    Digest digest(byte[] raw) {
        return sealing.digest(raw);
    }

    /// Whether a segment is there; a damaged one only counts until somebody looks at it.
    boolean holds(Digest segment) {
        return segments.containsKey(segment);
    }

    /// Whether all of a file is there.
    public boolean holds(KeptFile file) {
        return file.segments().stream().allMatch(segments::containsKey);
    }

    /// How many bytes a segment holds.
    int length(Digest segment) {
        var entry = segments.get(segment);
        return entry == null ? 0 : entry.head().raw();
    }

    /// Says what holds now. Nothing is promised before [#force].
    public void keep(CopyState next) throws IOException {
        var written = StateForm.written(next, state);
        log.append(Kind.STATE, written, sealing.digest(written));
        state = next;
        next.files().forEach((name, _) -> broken.remove(name));
    }

    /// Makes sure that what was kept survives whatever comes.
    public void force() throws CopyWriteException {
        log.force();
    }

    /// Writes the bytes of a file as its program wrote them.
    ///
    /// @throws CopyDamageException when a part of them is damaged; the parts before it are written then
    public void copy(KeptFile file, OutputStream to) throws IOException {
        for (var segment : file.segments()) {
            to.write(segment(segment)
                    .orElseThrow(() -> new CopyDamageException("a part of " + file.name() + " is lost")));
        }
    }

    /// As many bytes of a file as are there; what is damaged is left out.
    ///
    /// @return how many are not there
    public long salvage(KeptFile file, OutputStream to) throws IOException {
        long written = 0;
        for (var segment : file.segments()) {
            byte[] bytes;
            try {
                bytes = segment(segment).orElse(new byte[0]);
            } catch (CopyDamageException leftOut) {
                bytes = new byte[0];
            }
            to.write(bytes);
            written += bytes.length;
        }
        return Math.max(0, file.size() - written);
    }

    Optional<byte[]> segment(Digest segment) throws IOException {
        var entry = segments.get(segment);
        return entry == null ? Optional.empty() : Optional.of(log.read(entry));
    }

    /// Forgets segments whose bytes are not what was written, so that they are kept again while their file is there.
    public void distrustDamaged() throws IOException {
        for (var entry : log.entries()) {
            if (entry.head().kind() == Kind.SEGMENT && !log.isSound(entry)) {
                segments.remove(entry.head().digest(), entry);
            }
        }
    }

    /// Reads everything and says what is damaged, and which file it belongs to; empty when all of it is sound.
    public List<CopyDamage> verify() throws IOException {
        var damage = new ArrayList<CopyDamage>();
        log.gaps()
                .forEach(gap -> damage.add(new CopyDamage(gap.offset(), gap.length(), "records that cannot be told")));
        for (var entry : log.entries()) {
            try {
                log.read(entry);
            } catch (CopyDamageException damaged) {
                damage.add(new CopyDamage(entry.offset(), entry.end() - entry.offset(), lost(entry)));
            }
        }
        for (var file : all()) {
            for (var segment : file.segments()) {
                if (!segments.containsKey(segment)) {
                    damage.add(new CopyDamage(0, 0, "a part of " + file.name()));
                }
            }
        }
        broken.forEach(name -> damage.add(new CopyDamage(0, 0, "the last content of " + name)));
        return damage;
    }

    private String lost(Entry entry) {
        if (entry.head().kind() == Kind.STATE) {
            return "what was said of the session then";
        }
        var digest = entry.head().digest();
        return all().stream()
                .filter(file -> file.segments().contains(digest))
                .findFirst()
                .map(file -> "a part of " + file.name())
                .orElse("a part that is not used any more");
    }

    private List<KeptFile> all() {
        var all = new ArrayList<>(state.files().values());
        all.addAll(state.former());
        return all;
    }

    /// Whether each file is as long as its segments are together, and the session no longer than that: a copy that
    /// somebody else made may say anything.
    public boolean isMeasured(long most) {
        return all().stream().allMatch(file -> file.size() >= 0 && file.size() <= most && isMeasured(file))
                && state.bytes() <= most;
    }

    private boolean isMeasured(KeptFile file) {
        return file.segments().stream().mapToLong(this::length).sum() == file.size();
    }

    /// How many bytes of the file belong to what the last state says.
    long used() {
        var used = new HashSet<Digest>();
        all().forEach(file -> used.addAll(file.segments()));
        return used.stream()
                .map(segments::get)
                .filter(Objects::nonNull)
                .mapToLong(entry -> entry.end() - entry.offset())
                .sum();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
