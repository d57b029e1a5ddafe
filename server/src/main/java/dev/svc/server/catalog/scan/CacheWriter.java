package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes what is known of a store compactly: words that recur (folders, models, branches) are written once.
final class CacheWriter {
    private final DataOutputStream out;
    private final Map<String, Integer> words = new HashMap<>();

    CacheWriter(DataOutputStream out) {
        this.out = out;
    }

    void write(String build, Collection<KnownPiece> known) throws IOException {
        var settled = known.stream().filter(KnownPiece::settled).toList(); // the others are read again
        text(build);
        out.writeInt(settled.size());
        for (var it : settled) {
            piece(it.piece());
            reading(it.reading());
        }
    }

    private void piece(Piece piece) throws IOException {
        text(piece.key());
        number(piece.files().size());
        for (var file : piece.files()) {
            stamp(file);
        }
    }

    private void stamp(FileStamp file) throws IOException {
        word(String.valueOf(file.path().getParent()));
        text(String.valueOf(file.path().getFileName()));
        out.writeLong(file.size());
        out.writeLong(file.modifiedNanos());
        out.writeInt(file.inode());
    }

    private void reading(Reading reading) throws IOException {
        number(reading.sessions().size());
        for (var facts : reading.sessions()) {
            facts(facts);
        }
        number(reading.hints().size());
        for (var hint : reading.hints()) {
            text(hint.subject());
            word(hint.kind());
            text(hint.value());
        }
        number(reading.unreadable().size());
        for (var one : reading.unreadable()) {
            word(one.kind());
            out.writeInt(one.count());
            word(one.version());
        }
        text(reading.memo());
        out.writeBoolean(reading.complete());
    }

    private void facts(SessionFacts facts) throws IOException {
        id(facts.id());
        text(facts.title());
        text(facts.firstMessage());
        word(facts.cwd());
        instant(facts.createdAt());
        instant(facts.updatedAt());
        out.writeInt(facts.messageCount());
        word(facts.model());
        word(facts.branch());
        out.writeLong(facts.sizeBytes());
        out.writeBoolean(facts.archived());
        out.writeBoolean(facts.parent() != null);
        if (facts.parent() != null) {
            id(facts.parent());
        }
        out.writeInt(facts.unreadable());
    }

    private void id(SessionId id) throws IOException {
        word(id.engine().key());
        text(id.nativeId());
    }

    private void instant(Instant at) throws IOException {
        out.writeLong(at.getEpochSecond());
        out.writeInt(at.getNano());
    }

    private void text(@Nullable String value) throws IOException {
        if (value == null) {
            number(0);
            return;
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        number(bytes.length + 1);
        out.write(bytes);
    }

    /// The number of an earlier word, or the next free number followed by the word.
    private void word(@Nullable String value) throws IOException {
        if (value == null) {
            number(0);
            return;
        }
        var earlier = words.putIfAbsent(value, words.size() + 1);
        number(earlier == null ? words.size() : earlier);
        if (earlier == null) {
            text(value);
        }
    }

    /// Seven bits a byte, the lowest first.
    private void number(int value) throws IOException {
        int left = value;
        while (left > 0x7f) {
            out.writeByte((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        out.writeByte(left);
    }
}
