package dev.svc.server.engine.turn;

import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects where turns lie in a log while its lines pass by. Owned by the reading that made it.
///
/// A turn is a chain of references to lines: the one it begins on, and later ones that add to it, as a result does to
/// a call.
public final class TurnScan {
    /// For a line that is too long to be read.
    public static final int LEFT_OUT = -1;

    /// A damaged log could have endless calls; the one that waits longest is dropped.
    private static final int CALLS = 4_000;

    private static final int LONGEST_NAME = 200;
    private static final String THOUGHT = "thought";

    private final Map<String, Open> open;
    private final Map<String, Integer> calls;
    private int[] first;
    private long[] offsets;
    private int[] parts;
    private int[] turns;
    private int[] sums;
    private int count;
    private int references;
    private long offset;
    private @Nullable JsonLine line;

    /// A turn that later lines may add to, and whose (a message's, for example) it is.
    record Open(int turn, String owner) {}

    TurnScan(@Nullable LogIndex former) {
        this.open = new HashMap<>(former == null ? Map.of() : former.open());
        this.calls = new LinkedHashMap<>(former == null ? Map.of() : former.calls());
        this.first = former == null ? new int[16] : former.first();
        this.offsets =
                former == null ? new long[16] : former.references().offsets.clone();
        this.parts = former == null ? new int[16] : former.references().parts.clone();
        this.turns = former == null ? new int[16] : former.references().turns.clone();
        this.sums = former == null ? new int[16] : former.references().sums.clone();
        this.count = former == null ? 0 : first.length;
        this.references = former == null ? 0 : offsets.length;
    }

    void line(long start, JsonLine passing) {
        offset = start;
        line = passing;
    }

    /// A turn begins on this line.
    public int begin(int part) {
        if (count == first.length) {
            first = Arrays.copyOf(first, Math.max(16, count * 2));
        }
        first[count] = references;
        count++;
        add(count - 1, part);
        return count - 1;
    }

    /// The line adds something to a turn that began before.
    public void add(int turn, int part) {
        if (references == offsets.length) {
            int more = Math.max(16, references * 2);
            offsets = Arrays.copyOf(offsets, more);
            parts = Arrays.copyOf(parts, more);
            turns = Arrays.copyOf(turns, more);
            sums = Arrays.copyOf(sums, more);
        }
        offsets[references] = offset;
        parts[references] = part;
        turns[references] = turn;
        sums[references] = line == null ? 0 : line.checksum();
        references++;
    }

    /// Remembers the turn under one of the few names that a script has, until the name is taken by another.
    public void open(String name, String owner, int turn) {
        open.put(name, new Open(turn, cut(owner)));
    }

    /// The open turn with this name and owner; negative when there is none.
    public int find(String name, String owner) {
        var found = open.get(name);
        return found != null && found.owner().equals(cut(owner)) ? found.turn() : -1;
    }

    /// As [#find], and closes the turn under this name.
    public int close(String name, String owner) {
        int turn = find(name, owner);
        if (turn >= 0) {
            open.remove(name);
        }
        return turn;
    }

    /// Closes whatever turn has this name.
    public void close(String name) {
        open.remove(name);
    }

    /// Something was thought: a turn begins that is completed by what is said or done next.
    public void think(String owner, int part) {
        int thought = find(THOUGHT, owner);
        if (thought >= 0) {
            add(thought, part);
        } else {
            open(THOUGHT, owner, begin(part));
        }
    }

    /// What was thought so far came to nothing: it stays a turn of its own.
    public void closeThought() {
        open.remove(THOUGHT);
    }

    /// Begins a turn, or continues the one that only has thoughts so far.
    public int beginAfterThought(String owner, int part) {
        int thought = close(THOUGHT, owner);
        if (thought < 0) {
            return begin(part);
        }
        add(thought, part);
        return thought;
    }

    /// A call waits for its answer from now on.
    public void call(String id, int turn) {
        calls.remove(cut(id));
        calls.put(cut(id), turn);
        if (calls.size() > CALLS) {
            calls.remove(calls.keySet().iterator().next());
        }
    }

    /// Adds the line to the call that waits for it, if one does.
    ///
    /// @return the turn of the call; negative when none waits
    public int answer(String id, int part, boolean last) {
        var turn = last ? calls.remove(cut(id)) : calls.get(cut(id));
        if (turn == null) {
            return -1;
        }
        add(turn, part);
        return turn;
    }

    /// Adds the line to the call that waits longest: for logs that answer in order and do not name the call.
    public void answerOldest(int part) {
        if (!calls.isEmpty()) {
            answer(calls.keySet().iterator().next(), part, true);
        }
    }

    /// No call that waits now will be answered.
    public void giveUpCalls() {
        calls.clear();
    }

    private static String cut(String name) {
        return Excerpt.cut(name, LONGEST_NAME);
    }

    LogIndex index(LogIndex.Source source) {
        return new LogIndex(
                source,
                new LogIndex.References(
                        Arrays.copyOf(offsets, references),
                        Arrays.copyOf(parts, references),
                        Arrays.copyOf(turns, references),
                        Arrays.copyOf(sums, references)),
                Arrays.copyOf(first, count),
                Map.copyOf(open),
                Collections.unmodifiableMap(new LinkedHashMap<>(calls)));
    }
}
