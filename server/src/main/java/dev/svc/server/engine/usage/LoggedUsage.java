package dev.svc.server.engine.usage;

import dev.svc.server.engine.file.Decompression;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.usage.UsageMarks.Place;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Reads the logs of a session from where they were left, so that one that grows costs what was added.
///
/// A record without a time has that of the record before it; the first ones have the time of their file.
public final class LoggedUsage implements UsageLogs {
    private static final String COMPRESSED = ".zst";
    private static final int BREATH = 1 << 20;

    private final Files files;
    private final UsageLines.Opening opening;

    /// The logs of a session, those of its sub-agents included; empty when there is no such session.
    @FunctionalInterface
    public interface Files {
        List<Log> of(String nativeId) throws IOException;
    }

    /// A file that says what was used.
    ///
    /// @param name stays the same while the file is moved, compressed or expanded, but for its ending
    /// @param isAppendedTo false for a document that is written as a whole
    public record Log(String name, FileStamp stamp, boolean isAppendedTo) {}

    public LoggedUsage(Files files, UsageLines.Opening opening) {
        this.files = files;
        this.opening = opening;
    }

    @Override
    public String read(String nativeId, String mark, UsageSink sink) throws IOException {
        var logs = files.of(nativeId);
        if (logs.isEmpty()) {
            throw new NoSuchFileException(nativeId, null, "no log of this session");
        }
        var marks = UsageMarks.parse(mark);
        for (var log : logs) {
            read(nativeId, log, marks, sink);
        }
        return marks.toString();
    }

    private void read(String nativeId, Log log, UsageMarks marks, UsageSink sink) throws IOException {
        var file = log.stamp();
        // What was compressed, or expanded again, is the same log.
        var name = Long.toHexString(UsageKey.of(
                log.name().endsWith(COMPRESSED)
                        ? log.name().substring(0, log.name().length() - COMPRESSED.length())
                        : log.name()));
        var timed = new Timed(sink, TimeUnit.NANOSECONDS.toMillis(file.modifiedNanos()));
        try (var channel = JsonLines.open(file)) {
            if (log.name().endsWith(COMPRESSED)) {
                compressed(nativeId, name, channel, file, marks, timed);
            } else if (log.isAppendedTo()) {
                lines(nativeId, name, channel, marks, timed);
            } else {
                document(nativeId, name, channel, file, marks, timed);
            }
        } catch (NoSuchFileException moved) {
            // The session is read again when its store has settled.
            marks.read(name, "");
        }
    }

    private void lines(String nativeId, String name, FileChannel channel, UsageMarks marks, Timed sink)
            throws IOException {
        var before = marks.log(name).orElse(null);
        boolean goesOn = before != null && before.mark().holds(channel);
        long start = goesOn && before != null ? before.mark().offset() : 0;
        var lines = opening.open(nativeId, goesOn && before != null ? before.state() : "");
        int atATime = Math.clamp(channel.size() - start + 1, 1 << 10, BREATH / 4);
        long end = JsonLines.read(channel, start, Long.MAX_VALUE, atATime, line -> line(line, lines, sink));
        marks.log(name, new Place(ReadMark.at(channel, end), lines.state()));
    }

    private static boolean line(JsonLine line, UsageLines lines, Timed sink) throws IOException {
        if (line.isTooLong()) {
            sink.unreadable();
        } else {
            lines.line(line, sink);
        }
        sink.saw(line.length());
        return true;
    }

    private void compressed(
            String nativeId, String name, FileChannel channel, FileStamp file, UsageMarks marks, Timed sink)
            throws IOException {
        var stamp = stamp(file);
        if (marks.isRead(name, stamp)) {
            return;
        }
        var lines = opening.open(nativeId, "");
        try (var content = Decompression.of(channel)) {
            JsonLines.read(content, Long.MAX_VALUE, line -> line(line, lines, sink));
            content.loss().ifPresent(_ -> sink.unreadable());
        }
        marks.read(name, stamp);
    }

    private void document(
            String nativeId, String name, FileChannel channel, FileStamp file, UsageMarks marks, Timed sink)
            throws IOException {
        var stamp = stamp(file);
        if (marks.isRead(name, stamp)) {
            return;
        }
        var bytes = StoreFile.head(channel);
        var lines = opening.open(nativeId, "");
        JsonLines.parse(bytes, 0, bytes.length)
                .ifPresentOrElse(document -> lines.document(document, sink), sink::unreadable);
        marks.read(name, stamp);
    }

    private static String stamp(FileStamp file) {
        return file.size() + "." + file.modifiedNanos() + "." + file.inode();
    }

    /// Gives each record a time. Owned by the reading of one file.
    private static final class Timed implements UsageSink {
        private final UsageSink sink;
        private long last;
        private long seen;

        Timed(UsageSink sink, long modified) {
            this.sink = sink;
            this.last = modified;
        }

        @Override
        public void used(UsageRecord record) {
            if (record.at() > 0) {
                last = record.at();
                sink.used(record);
            } else {
                sink.used(new UsageRecord(record.key(), last, record.model(), record.tokens(), record.cost()));
            }
        }

        @Override
        public void limit(LimitNote note) {
            sink.limit(note);
        }

        @Override
        public void unreadable() {
            sink.unreadable();
        }

        void saw(int bytes) throws IOException {
            seen += bytes;
            if (seen >= BREATH) {
                seen = 0;
                sink.breathe();
            }
        }
    }
}
