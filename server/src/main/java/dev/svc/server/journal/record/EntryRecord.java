package dev.svc.server.journal.record;

import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Hash;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.UUID;
import java.util.zip.CRC32C;

/// One entry as stored bytes: checksum, version, position, time, id, the previous hash, and the event as JSON.
///
/// The checksum covers everything after itself, the hash the same bytes; so each record's hash covers the previous one,
/// and the last hash stands for all.
public final class EntryRecord {
    public static final byte VERSION = 1;

    private static final int VERSION_AT = 4;
    private static final int SEQ_AT = 5;
    private static final int TIME_AT = 13;
    private static final int ID_AT = 21;
    private static final int PREV_AT = 37;
    public static final int EVENT_AT = PREV_AT + Hash.LENGTH;

    private final byte[] bytes;
    private final Hash hash;
    private final Entry entry;

    private EntryRecord(byte[] bytes, Hash hash, Entry entry) {
        this.bytes = bytes;
        this.hash = hash;
        this.entry = entry;
    }

    public static EntryRecord of(Entry entry, Hash prev) {
        var event = EventWriter.write(entry);
        var buffer = ByteBuffer.allocate(EVENT_AT + event.length)
                .putInt(0)
                .put(VERSION)
                .putLong(entry.seq())
                .putLong(entry.at().toEpochMilli())
                .putLong(entry.id().getMostSignificantBits())
                .putLong(entry.id().getLeastSignificantBits())
                .put(prev.bytes())
                .put(event)
                .putInt(0, 0);
        var bytes = buffer.array();
        buffer.putInt(0, checksum(bytes, 0, bytes.length));
        var hash = Hash.of(hash(sha256(), bytes, 0, bytes.length));
        return new EntryRecord(bytes, hash, entry);
    }

    /// The same record after another predecessor.
    public static EntryRecord relinked(byte[] bytes, int from, int length, Hash prev, EventReader reader) {
        var copy = java.util.Arrays.copyOfRange(bytes, from, from + length);
        System.arraycopy(prev.bytes(), 0, copy, PREV_AT, Hash.LENGTH);
        ByteBuffer.wrap(copy).putInt(0, checksum(copy, 0, length));
        return new EntryRecord(copy, Hash.of(hash(sha256(), copy, 0, length)), entry(copy, 0, length, reader));
    }

    public byte[] bytes() {
        return bytes;
    }

    public Hash hash() {
        return hash;
    }

    public Link link() {
        return new Link(entry, prev(bytes, 0), hash);
    }

    public static boolean isWhole(byte[] bytes, int from, int length) {
        return length > EVENT_AT && ByteBuffer.wrap(bytes).getInt(from) == checksum(bytes, from, length);
    }

    static byte version(byte[] bytes, int from) {
        return bytes[from + VERSION_AT];
    }

    public static long seq(byte[] bytes, int from) {
        return ByteBuffer.wrap(bytes).getLong(from + SEQ_AT);
    }

    public static long millis(byte[] bytes, int from) {
        return ByteBuffer.wrap(bytes).getLong(from + TIME_AT);
    }

    public static Hash prev(byte[] bytes, int from) {
        var prev = new byte[Hash.LENGTH];
        System.arraycopy(bytes, from + PREV_AT, prev, 0, Hash.LENGTH);
        return Hash.of(prev);
    }

    public static boolean follows(byte[] hash, byte[] bytes, int from) {
        return java.util.Arrays.equals(hash, 0, Hash.LENGTH, bytes, from + PREV_AT, from + EVENT_AT);
    }

    public static byte[] hash(MessageDigest sha256, byte[] bytes, int from, int length) {
        sha256.update(bytes, from + VERSION_AT, length - VERSION_AT);
        return sha256.digest();
    }

    public static Entry entry(byte[] bytes, int from, int length, EventReader reader) {
        var buffer = ByteBuffer.wrap(bytes);
        return reader.read(
                buffer.getLong(from + SEQ_AT),
                new UUID(buffer.getLong(from + ID_AT), buffer.getLong(from + ID_AT + 8)),
                Instant.ofEpochMilli(buffer.getLong(from + TIME_AT)),
                version(bytes, from),
                bytes,
                from + EVENT_AT,
                length - EVENT_AT);
    }

    private static int checksum(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from + VERSION_AT, length - VERSION_AT);
        return (int) crc.getValue();
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
