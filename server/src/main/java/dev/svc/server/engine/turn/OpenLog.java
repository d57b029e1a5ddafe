package dev.svc.server.engine.turn;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/// The files of one conversation while they are read; the parts count as one log, end to end.
record OpenLog(List<LogPart> parts, List<LogFiles.Opened> files) implements Closeable {
    private static final int AT_ONCE = 16 << 10;

    /// Lines that are further apart are read one by one.
    private static final int NEAR = 64 << 10;

    static OpenLog open(List<LogPart> parts, LogFiles files) throws IOException {
        var log = new OpenLog(parts, new ArrayList<>());
        try {
            for (var part : parts) {
                log.files.add(files.open(part.file()));
            }
            return log;
        } catch (IOException unreadable) {
            log.close();
            throw unreadable;
        }
    }

    @Override
    public void close() throws IOException {
        for (var file : files) {
            file.close();
        }
    }

    FileChannel channel(int part) {
        return files.get(part).lines();
    }

    /// Where the part begins, those before it counted.
    long base(int part) {
        return parts.subList(0, part).stream().mapToLong(LogPart::end).sum();
    }

    long size() throws IOException {
        return parts.isEmpty()
                ? 0
                : base(parts.size() - 1) + files.getLast().lines().size();
    }

    /// Whether all that was read is still there. A file that only has another name now is the same.
    boolean holds(LogIndex.Source source) throws IOException {
        if (source.parts().size() != parts.size()) {
            return false;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (source.parts().get(i).end() != parts.get(i).end()
                    || !source.marks().get(i).holds(channel(i))) {
                return false;
            }
        }
        return true;
    }

    @FunctionalInterface
    interface Visitor {
        void line(int reference, JsonLine line) throws IOException;
    }

    /// Shows the lines of the references, which are in the order of the log.
    void visit(long[] offsets, int[] references, Visitor visitor) throws IOException {
        var walk = new Walk(offsets, references, visitor);
        for (int part = 0; part < parts.size(); part++) {
            long base = base(part);
            long end = part + 1 < parts.size() ? base(part + 1) : Long.MAX_VALUE;
            while (walk.at() < end) {
                walk.run(channel(part), base, end);
            }
        }
    }

    /// Goes through the references; owned by one visit.
    private static final class Walk {
        private final long[] offsets;
        private final int[] references;
        private final Visitor visitor;
        private int next;

        Walk(long[] offsets, int[] references, Visitor visitor) {
            this.offsets = offsets;
            this.references = references;
            this.visitor = visitor;
        }

        /// Where the next line that is wanted lies.
        long at() {
            return next < references.length ? offsets[references[next]] : Long.MAX_VALUE;
        }

        /// Reads the next line and those shortly after it.
        void run(FileChannel channel, long base, long end) throws IOException {
            int before = next;
            JsonLines.read(channel, at() - base, Long.MAX_VALUE, AT_ONCE, line -> {
                long start = base + line.start();
                while (at() == start) {
                    visitor.line(references[next], line);
                    next++;
                }
                return at() > start && at() < end && at() - start < NEAR + line.length();
            });
            next = next == before ? before + 1 : next; // the line is gone: its file was cut short just now
        }
    }
}
