package dev.svc.server.transcript;

import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.texts.Errand;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.transcript.ReadingLimits.Caps;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Conversations of sessions: in pages, as far back as limits allow, or whole.
public final class Transcript {
    private static final long INDICES = 16 << 20;

    private final Function<SessionId, Turns> logs;
    private final ReadingLimits limits;
    private final TextWorkers workers;
    private final Indices indices = new Indices(INDICES);

    /// @param logs the conversations of a session's program
    /// @param workers that read and lay out
    public Transcript(Function<SessionId, Turns> logs, ReadingLimits limits, TextWorkers workers) {
        this.logs = logs;
        this.limits = limits;
        this.workers = workers;
    }

    /// Empty where the program keeps no log of the session, or none yet.
    public Optional<Conversation> find(SessionId session) throws IOException {
        var log = logs.apply(session);
        var errand = workers.errand(session);
        try {
            var index = errand.read(() -> indices.of(session, log));
            return Optional.of(new Conversation(session, log, index, errand));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /// The newest turns, as many as may be read.
    public Part newest(SessionId session, TurnFormat format) throws IOException {
        var talk = find(session);
        if (talk.isEmpty()) {
            return empty(session, format);
        }
        int count = talk.get().count();
        int from = Math.max(talk.get().firstWithin(limits.tailBytes()), count - limits.turns());
        return part(talk.get(), from, count, format, limits.transcript());
    }

    /// One page: always the same turns at the same place, however wide it is shown.
    ///
    /// @throws StaleCursorException when the place is one of a conversation that was rewritten
    public Part page(SessionId session, PageCursor place, TurnFormat format) throws IOException, StaleCursorException {
        return page(session, place, format, limits.pageTurns());
    }

    /// A page of fewer turns, for who needs no more of them.
    ///
    /// @throws StaleCursorException when the place is one of a conversation that was rewritten
    public Part page(SessionId session, PageCursor place, TurnFormat format, int most)
            throws IOException, StaleCursorException {
        int turns = Math.min(most, limits.pageTurns());
        var talk = find(session);
        if (talk.isEmpty()) {
            return empty(session, format);
        }
        int to = end(talk.get(), place, turns);
        var page = page(talk.get(), to, format, turns);
        if (place instanceof PageCursor.Around around && around.turn() < to - page.whole()) {
            // What is newer leaves no room for the turn itself, so it is the newest one of its page.
            page = page(talk.get(), around.turn() + 1, format, turns);
        }
        return page.part();
    }

    private Clipped page(Conversation talk, int to, TurnFormat format, int turns) throws IOException {
        return clipped(talk, Math.max(0, to - turns), to, format, limits.page());
    }

    private record Clipped(Part part, int whole) {}

    private static int end(Conversation talk, PageCursor place, int turns) throws StaleCursorException {
        return switch (place) {
            case PageCursor.End end -> talk.count();
            case PageCursor.Before before -> Math.min(before.turn(), talk.count());
            case PageCursor.Around around -> {
                int middle = (int) Math.min(talk.count(), (long) around.turn() + (turns + 1) / 2);
                yield Math.min(talk.count(), Math.max(middle, turns));
            }
            case PageCursor.After after -> {
                var cursor = Cursor.read(after.cursor()).orElseThrow(StaleCursorException::new);
                if (cursor.before() > talk.count() || cursor.generation() != talk.generation(cursor.before())) {
                    throw new StaleCursorException();
                }
                yield cursor.before();
            }
        };
    }

    private static Part part(Conversation talk, int from, int to, TurnFormat format, Caps caps) throws IOException {
        return clipped(talk, from, to, format, caps).part();
    }

    private static Clipped clipped(Conversation talk, int from, int to, TurnFormat format, Caps caps)
            throws IOException {
        var clipping = clipping(talk.errand(), format, caps);
        talk.backwards(from, to, clipping::add);
        var next = from == 0 ? null : new Cursor(from, talk.generation(from)).toString();
        var part = new Part(from, to, talk.count(), next, clipping.body(), clipping.isCut());
        return new Clipped(part, clipping.whole());
    }

    private static Clipping clipping(Errand errand, TurnFormat format, Caps caps) {
        return switch (format) {
            case TurnFormat.Console console ->
                new Clipping.Lines(caps, new Rendering(errand, console.cols(), caps)::lines);
            case TurnFormat.Plain plain -> new Clipping.Pieces(caps.bytes());
        };
    }

    private Part empty(SessionId session, TurnFormat format) {
        return new Part(
                0,
                0,
                0,
                null,
                clipping(workers.errand(session), format, new Caps(1, 1)).body(),
                false);
    }

    /// How many turns there are now; 0 where there is no log.
    public int count(SessionId session) throws IOException {
        return find(session).map(Conversation::count).orElse(0);
    }

    /// The newest of what was said, as plain text of at most so many characters: its end, where it is longer.
    public String tail(SessionId session, int characters) throws IOException {
        var text = new Tail(characters);
        var talk = find(session);
        if (talk.isPresent()) {
            talk.get().backwards(0, talk.get().count(), (_, turns) -> text.add(turns));
        }
        return text.toString();
    }

    /// Puts older text in front until it is full.
    private static final class Tail {
        private final ArrayDeque<String> texts = new ArrayDeque<>();
        private int left;

        Tail(int characters) {
            this.left = characters;
        }

        boolean add(List<Turn> turns) {
            for (var turn : turns.reversed()) {
                if (left > 0) {
                    add(PlainTurn.of(turn));
                }
            }
            return left > 0;
        }

        private void add(String told) {
            int size = told.codePointCount(0, told.length());
            texts.addFirst(size <= left ? told : told.substring(told.offsetByCodePoints(told.length(), -left)));
            left -= Math.min(left, size);
        }

        @Override
        public String toString() {
            return String.join("", texts);
        }
    }
}
