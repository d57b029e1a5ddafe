package dev.svc.server.transcript;

import dev.svc.server.engine.Turns;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.texts.Errand;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.transcript.Limits.Caps;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What was said in sessions: in pages, as far back as limits let it, or whole.
public final class Transcript {
    private static final long INDICES = 16 << 20;

    private final Function<SessionId, Turns> logs;
    private final Limits limits;
    private final TextWorkers workers;
    private final Indices indices = new Indices(INDICES);

    /// @param logs the conversations of a session's program
    /// @param workers that read and lay out
    public Transcript(Function<SessionId, Turns> logs, Limits limits, TextWorkers workers) {
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
    public Part newest(SessionId session, Form form) throws IOException {
        var talk = find(session);
        if (talk.isEmpty()) {
            return empty(session, form);
        }
        int count = talk.get().count();
        int from = Math.max(talk.get().firstWithin(limits.tailBytes()), count - limits.messages());
        return part(talk.get(), from, count, form, limits.transcript());
    }

    /// One page: always the same turns at the same place, however wide it is shown.
    ///
    /// @throws StaleCursorException when the place is one of a conversation that was rewritten
    public Part page(SessionId session, Place place, Form form) throws IOException, StaleCursorException {
        var talk = find(session);
        if (talk.isEmpty()) {
            return empty(session, form);
        }
        int to = end(talk.get(), place);
        return part(talk.get(), Math.max(0, to - limits.pageTurns()), to, form, limits.page());
    }

    private static int end(Conversation talk, Place place) throws StaleCursorException {
        return switch (place) {
            case Place.End end -> talk.count();
            case Place.Before before -> Math.min(before.turn(), talk.count());
            case Place.After after -> {
                var cursor = Cursor.read(after.cursor()).orElseThrow(StaleCursorException::new);
                if (cursor.before() > talk.count() || cursor.generation() != talk.generation(cursor.before())) {
                    throw new StaleCursorException();
                }
                yield cursor.before();
            }
        };
    }

    private static Part part(Conversation talk, int from, int to, Form form, Caps caps) throws IOException {
        var clipping = clipping(talk.errand(), form, caps);
        talk.backwards(from, to, clipping::add);
        var next = from == 0 ? null : new Cursor(from, talk.generation(from)).toString();
        return new Part(from, to, talk.count(), next, clipping.body(), clipping.isCut());
    }

    private static Clipping clipping(Errand errand, Form form, Caps caps) {
        return switch (form) {
            case Form.Console console -> new Clipping.Lines(caps, new Rendering(errand, console.cols(), caps)::lines);
            case Form.Plain plain -> new Clipping.Pieces(caps.bytes());
        };
    }

    private Part empty(SessionId session, Form form) {
        return new Part(
                0,
                0,
                0,
                null,
                clipping(workers.errand(session), form, new Caps(1, 1)).body(),
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
                    add(Told.of(turn));
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
