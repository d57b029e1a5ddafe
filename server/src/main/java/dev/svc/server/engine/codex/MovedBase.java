package dev.svc.server.engine.codex;

import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.move.EachLine;
import dev.svc.server.engine.move.Edits;
import dev.svc.server.engine.move.FolderFields;
import dev.svc.server.engine.move.Moving.OtherLogs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A fork says how many bytes of another rollout it continues, and their number changes with the folders in them. The
/// numbers of the lines do not.
///
/// @param others what comes back beside the fork
record MovedBase(CodexAncestors ancestors, OtherLogs others) implements FolderFields.Rule {
    private static final String ORDINAL = "ordinal";

    @Override
    public void take(JsonView base, Edits edits) throws IOException {
        var thread = base.member("thread_id").text();
        var end = base.member("end_byte_offset");
        long exclusive = base.member("end_ordinal_exclusive").number(0);
        if (!CodexHome.ID.matcher(thread).matches() || end.number(0) <= 0 || exclusive <= 0) {
            return;
        }
        var counted = new Counted(exclusive);
        if (count(thread, counted) && counted.isFound && counted.end != end.number(0)) {
            edits.number(end, counted.end);
        }
    }

    /// @return false where the other one is not and will not be
    private boolean count(String thread, Counted counted) throws IOException {
        Optional<Path> there = ancestors.find(thread);
        if (there.isEmpty()) {
            try (var lines = new EachLine(JsonLines.MAX_LINE, counted)) {
                return others.copy(thread, lines);
            }
        }
        CodexLog.read(CodexLog.stamp(there.get()), Long.MAX_VALUE, line -> {
            counted.line(line.view(), line.start() + line.length() + 1);
            return !counted.isFound;
        });
        return true;
    }

    /// Finds where the last line ends that the fork continues.
    private static final class Counted implements EachLine.Visitor {
        private final long exclusive;
        private long at;
        private long end;
        private boolean isFound;

        Counted(long exclusive) {
            this.exclusive = exclusive;
        }

        void line(JsonView line, long lineEnd) {
            if (!isFound && line.member(ORDINAL).number(-1) == exclusive - 1) {
                isFound = true;
                end = lineEnd;
            }
        }

        @Override
        public void line(byte[] bytes, int from, int to) {
            at += to - from;
            line(JsonView.of(bytes, from, to), at + 1);
        }

        @Override
        public void part(byte[] bytes, int from, int to) {
            at += to - from;
        }

        @Override
        public void lineBreak() {
            at++;
        }
    }
}
