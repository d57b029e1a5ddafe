package dev.svc.server.engine.outside;

import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.Status;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One session that a process works on now.
///
/// @param wayIn the program's own way to join it; null where only its terminal leads there
/// @param sure false where the session was concluded from folder and time
/// @param alone whether the process ends with this session: one that serves several is never ended for one of them
public record Sighting(
        String nativeId,
        LivingProcess process,
        State state,
        @Nullable WayIn wayIn,
        boolean sure,
        boolean alone) {

    /// Whether the process has a terminal of its own that shows the session.
    public boolean isInTerminal() {
        return wayIn == null || wayIn.where() == null;
    }

    /// What the program does, by what it says itself.
    ///
    /// @param status `ELSEWHERE` where nothing says it
    /// @param since when that began; null where nothing says it
    /// @param waitsFor what the program says it waits for, or what it asks
    /// @param background what an idle session still runs
    public record State(
            Status status,
            @Nullable Instant since,
            @Nullable String waitsFor,
            List<String> background) {
        public static final State UNKNOWN = new State(Status.ELSEWHERE, null, null, List.of());

        public State {
            background = List.copyOf(background);
        }

        public static State of(Status status) {
            return new State(status, null, null, List.of());
        }
    }

    /// How another terminal of the same program is opened on the session. Ending that one ends nothing else.
    ///
    /// @param arguments what stands behind the program's command
    /// @param where what kind of place the session is in; null where the process has a terminal of its own
    /// @param place its name there; null where it has none
    public record WayIn(
            List<String> arguments,
            @Nullable Where where,
            @Nullable String place) {
        public WayIn {
            arguments = List.copyOf(arguments);
        }
    }
}
