package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Hint;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads what [CacheWriter] wrote; equal words become one object.
final class CacheReader {
    /// No text in the cache is longer: the readers of the stores cut theirs far below.
    private static final int LONGEST_TEXT = 1 << 20;

    private final BlockReader in;
    private final List<String> words = new ArrayList<>();
    private final Map<String, Path> folders = new HashMap<>();

    CacheReader(BlockReader in) {
        this.in = in;
    }

    /// @param build the one whose cache is of use
    Map<String, KnownPiece> read(String build) throws IOException {
        if (!requireText().equals(build)) {
            throw new StreamCorruptedException("it is of another build");
        }
        int count = in.takeInt();
        var known = HashMap.<String, KnownPiece>newHashMap(Math.clamp(count, 16, 1 << 20));
        for (int i = 0; i < count; i++) {
            var it = new KnownPiece(piece(), reading(), true);
            known.put(it.piece().key(), it);
        }
        return known;
    }

    private Piece piece() throws IOException {
        return new Piece(requireText(), list(this::stamp));
    }

    private FileStamp stamp() throws IOException {
        var folder = folders.computeIfAbsent(requireWord(), Path::of);
        return new FileStamp(folder.resolve(requireText()), in.takeLong(), in.takeLong(), in.takeInt());
    }

    private Reading reading() throws IOException {
        return new Reading(
                list(this::facts),
                list(() -> new Hint(requireText(), requireWord(), requireText())),
                list(() -> new Unreadable(requireWord(), in.takeInt(), requireWord())),
                requireText(),
                isSo());
    }

    private SessionFacts facts() throws IOException {
        return new SessionFacts(
                id(),
                text(),
                text(),
                word(),
                instant(),
                instant(),
                in.takeInt(),
                word(),
                word(),
                in.takeLong(),
                isSo(),
                isSo() ? id() : null,
                in.takeInt());
    }

    private SessionId id() throws IOException {
        return new SessionId(engine(requireWord()), requireText());
    }

    private boolean isSo() throws IOException {
        return in.takeByte() != 0;
    }

    private static EngineKey engine(String key) throws IOException {
        return EngineKey.find(key).orElseThrow(() -> new StreamCorruptedException("no engine is called " + key));
    }

    private Instant instant() throws IOException {
        return Instant.ofEpochSecond(in.takeLong(), in.takeInt());
    }

    @FunctionalInterface
    private interface Part<T> {
        T read() throws IOException;
    }

    private <T> List<T> list(Part<T> part) throws IOException {
        int size = number();
        if (size == 0) {
            return List.of();
        }
        if (size == 1) {
            return List.of(part.read());
        }
        var list = new ArrayList<T>();
        for (int i = 0; i < size; i++) {
            list.add(part.read());
        }
        return list;
    }

    private String requireText() throws IOException {
        return require(text());
    }

    private String requireWord() throws IOException {
        return require(word());
    }

    private static String require(@Nullable String value) throws IOException {
        if (value == null) {
            throw new StreamCorruptedException("a text is missing");
        }
        return value;
    }

    private @Nullable String text() throws IOException {
        int length = number() - 1;
        if (length < 0) {
            return null;
        }
        if (length > LONGEST_TEXT) {
            throw new StreamCorruptedException("a text of " + length + " bytes");
        }
        return in.takeText(length);
    }

    private @Nullable String word() throws IOException {
        int number = number();
        if (number == 0) {
            return null;
        }
        if (number > words.size()) {
            words.add(requireText());
        }
        return words.get(number - 1);
    }

    private int number() throws IOException {
        int value = 0;
        for (int shift = 0; shift < 32; shift += 7) {
            int next = in.takeByte();
            value |= (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new StreamCorruptedException("a number without an end");
    }
}
