package dev.svc.server.engine.turn;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.LinePath;
import dev.svc.server.session.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Turns of a program that logs its conversations line by line.
public final class LogTurns implements Turns {
    private static final int HEAD = 1 << 10;

    private final Place place;
    private final LogFiles files;
    private final TurnScript script;

    /// Where the log of a session lies, in the order of its parts.
    @FunctionalInterface
    public interface Place {
        /// The session's log as it lies now.
        ///
        /// @throws java.nio.file.NoSuchFileException when there is no such session
        List<LogPart> parts(String nativeId) throws IOException;
    }

    public LogTurns(Place place, TurnScript script) {
        this(place, LogFiles.PLAIN, script);
    }

    /// With a way of its own to open the log's files.
    public LogTurns(Place place, LogFiles files, TurnScript script) {
        this.place = place;
        this.files = files;
        this.script = script;
    }

    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
        try (var log = open(nativeId)) {
            return index(log, former.orElse(null) instanceof LogIndex known ? known : null);
        }
    }

    /// A file that vanishes between the look and the opening may have been moved or compressed just then, so its place
    /// is looked up once more.
    private OpenLog open(String nativeId) throws IOException {
        var parts = place.parts(nativeId);
        try {
            return OpenLog.open(parts, files);
        } catch (NoSuchFileException moved) {
            return OpenLog.open(place.parts(nativeId), files);
        }
    }

    /// A log that turns off anywhere is read from its start, without what was taken back.
    private LogIndex index(OpenLog log, @Nullable LogIndex former) throws IOException {
        var held = former != null && log.holds(former.source()) ? former : null;
        long generation = generation(log, former, held);
        var straight = LinePath.straight(
                script::name, held == null ? "" : held.source().last());
        var index = index(log, log.parts(), generation, held, straight);
        if (index.isPresent()) {
            return index.get();
        }
        var look = new LinePath.Look(script::name);
        var seen = new ArrayList<LogPart>();
        for (int i = 0; i < log.parts().size(); i++) {
            var part = log.parts().get(i);
            long base = log.base(i);
            long end = JsonLines.read(log.channel(i), 0, part.end(), line -> {
                look.line(base + line.start(), line);
                return true;
            });
            seen.add(new LogPart(part.file(), end));
        }
        return index(log, seen, generation, null, look.path()).orElseThrow();
    }

    /// @param parts up to where they are read
    /// @return empty when the log turns off
    private Optional<LogIndex> index(
            OpenLog log, List<LogPart> parts, long generation, @Nullable LogIndex goesOn, LinePath path)
            throws IOException {
        var scan = new TurnScan(goesOn);
        var marks = new ArrayList<ReadMark>();
        for (int i = 0; i < parts.size(); i++) {
            var mark = scan(log, i, parts.get(i).end(), goesOn, scan, path);
            if (mark.isEmpty()) {
                return Optional.empty();
            }
            marks.add(mark.get());
        }
        return Optional.of(scan.index(new LogIndex.Source(log.parts(), marks, log.size(), generation, path.last())));
    }

    private Optional<ReadMark> scan(
            OpenLog log, int part, long to, @Nullable LogIndex goesOn, TurnScan scan, LinePath path)
            throws IOException {
        var mark = goesOn == null ? null : goesOn.source().marks().get(part);
        var channel = log.channel(part);
        long base = log.base(part);
        long start = mark == null ? 0 : mark.offset();
        var turnsOff = new boolean[1];
        long end = JsonLines.read(channel, start, to, line -> {
            long offset = base + line.start();
            switch (path.step(offset, line)) {
                case COUNTS -> scan(offset, line, scan);
                case LEFT -> {}
                case TURNS_OFF -> turnsOff[0] = true;
            }
            return !turnsOff[0];
        });
        if (turnsOff[0]) {
            return Optional.empty();
        }
        return Optional.of(mark != null && end == start ? mark : ReadMark.at(channel, end));
    }

    private void scan(long offset, JsonLine line, TurnScan scan) {
        scan.line(offset, line);
        if (line.isTooLong()) {
            scan.begin(TurnScan.LEFT_OUT);
        } else {
            script.scan(line, scan);
        }
    }

    /// A log keeps its generation as long as it only grows. A replaced log is recognised by its file and first line,
    /// one that was rewritten in place by what was known of it before.
    private static long generation(OpenLog log, @Nullable LogIndex former, @Nullable LogIndex held) throws IOException {
        if (held != null) {
            return held.source().generation();
        }
        var head = new CRC32C();
        for (int i = 0; i < log.parts().size(); i++) {
            int inode = FileStamp.of(log.parts().get(i).file())
                    .map(FileStamp::inode)
                    .orElse(0);
            head.update(ByteBuffer.allocate(Integer.BYTES).putInt(inode).flip());
            head.update(firstLine(log.channel(i)));
        }
        boolean same = former != null && former.source().generation() == head.getValue();
        return same ? head.getValue() + (1L << 32) : head.getValue();
    }

    private static byte[] firstLine(FileChannel channel) throws IOException {
        var head = new ByteArrayOutputStream();
        JsonLines.read(channel, 0, Long.MAX_VALUE, HEAD, line -> {
            head.writeBytes(line.view().raw(HEAD).getBytes(StandardCharsets.UTF_8));
            return false;
        });
        return head.toByteArray();
    }

    @Override
    public List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) throws IOException {
        try (var log = open(nativeId)) {
            var present = index instanceof LogIndex known && log.holds(known.source()) ? known : index(log, null);
            int end = Math.min(to, present.count());
            var window = new Window(Math.max(0, from), end, detail);
            return end <= from ? List.of() : turns(nativeId, log, present, window, new SubAgents());
        }
    }

    @Override
    public boolean edits(String nativeId, TurnIndex index, EditSink sink) throws IOException {
        return edits(nativeId, index, sink, new AgentBudget());
    }

    private boolean edits(String nativeId, @Nullable TurnIndex index, EditSink sink, AgentBudget agents)
            throws IOException {
        try (var log = open(nativeId)) {
            var present = index instanceof LogIndex known && log.holds(known.source()) ? known : index(log, null);
            var calls = new TreeMap<Integer, CallDeeds>();
            var lines = present.references();
            var all = IntStream.range(0, lines.offsets.length).toArray();
            log.visit(lines.offsets, all, (reference, line) -> {
                if (lines.parts[reference] == TurnScan.LEFT_OUT || line.isTooLong()) {
                    sink.leftOut();
                } else {
                    int turn = lines.turns[reference];
                    var call = calls.computeIfAbsent(turn, _ -> new CallDeeds());
                    script.tellDeeds(line, lines.parts[reference], call);
                    if (!call.isOpen()) {
                        calls.remove(turn);
                        tell(nativeId, turn, call, sink, agents);
                    }
                }
            });
            for (var waiting : calls.entrySet()) {
                tell(nativeId, waiting.getKey(), waiting.getValue(), sink, agents);
            }
            return true;
        }
    }

    /// A sub-agent's deeds are the call's.
    private void tell(String nativeId, int turn, CallDeeds call, EditSink sink, AgentBudget agents) throws IOException {
        call.tell(turn, sink);
        var started = script.started(nativeId, call);
        if (started.isEmpty()) {
            return;
        }
        if (!agents.enter()) {
            sink.leftOut();
            return;
        }
        try {
            var log = started.get();
            new LogTurns(_ -> List.of(LogPart.whole(log.file())), log.files(), log.script())
                    .edits(nativeId, null, AgentBudget.of(turn, sink), agents);
        } catch (NoSuchFileException gone) {
            sink.leftOut();
        } finally {
            agents.leave();
        }
    }

    /// The newest turns of another log, as part of an answer.
    List<Turn> newest(String nativeId, int limit, SubAgents agents) throws IOException {
        try (var log = open(nativeId)) {
            var index = index(log, null);
            int from = Math.max(0, index.count() - limit);
            var turns = turns(nativeId, log, index, new Window(from, index.count(), Detail.BRIEF), agents);
            return from > 0 ? SubAgents.leftOut(from, turns) : turns;
        }
    }

    /// The turns that are wanted, without the one at its end.
    private record Window(int from, int to, Detail detail) {}

    private List<Turn> turns(String nativeId, OpenLog log, LogIndex index, Window window, SubAgents agents)
            throws IOException {
        var makers = new ArrayList<TurnMaker>();
        for (int i = window.from(); i < window.to(); i++) {
            makers.add(new TurnMaker(window.detail()));
        }
        var lines = index.references();
        log.visit(lines.offsets, index.referencesOf(window.from(), window.to()), (reference, line) -> {
            var maker = makers.get(lines.turns[reference] - window.from());
            if (lines.parts[reference] == TurnScan.LEFT_OUT || line.isTooLong()) {
                maker.leftOut();
            } else {
                script.tell(line, lines.parts[reference], maker);
            }
        });
        var turns = new ArrayList<Turn>();
        for (var maker : makers) {
            turns.add(maker.turn(script.inner(nativeId, maker, agents)));
        }
        return turns;
    }
}
