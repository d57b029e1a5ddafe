package dev.svc.server.update;

import dev.svc.server.update.release.Release;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The last or running update, as recorded at every step.
///
/// @param run tells one update from another
/// @param up whether a service ran when it began
/// @param from the name of the release that ran before; empty until that is known
/// @param to the name of the release that is to run; empty until it is known
/// @param fromVersion what people know `from` by
/// @param target what people know `to` by
/// @param reason why it failed or returned; null while there is none
public record UpdateStatus(
        String run,
        Kind kind,
        boolean up,
        State state,
        Step step,
        String from,
        String to,
        String fromVersion,
        String target,
        Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String reason) {

    /// Towards a release that is built for it, or back to one that is there.
    public enum Kind {
        UPDATE,
        ROLLBACK;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What became of it.
    public enum State {
        IDLE,
        RUNNING,
        DONE,
        /// Nothing was changed.
        FAILED,
        /// The new release was not healthy, and the former one runs again.
        RETURNED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /// Before there was any.
    public static final UpdateStatus NONE =
            new UpdateStatus("", Kind.UPDATE, false, State.IDLE, Step.CHECK, "", "", "", "", Instant.EPOCH, null, null);

    static UpdateStatus begun(String run, Kind kind, boolean up, Instant now) {
        return new UpdateStatus(run, kind, up, State.RUNNING, Step.CHECK, "", "", "", "", now, null, null);
    }

    public boolean isRunning() {
        return state == State.RUNNING;
    }

    UpdateStatus at(Step next) {
        return new UpdateStatus(
                run, kind, up, state, next, from, to, fromVersion, target, startedAt, finishedAt, reason);
    }

    UpdateStatus leaving(Release release) {
        return new UpdateStatus(
                run,
                kind,
                up,
                state,
                step,
                release.name(),
                to,
                release.version(),
                target,
                startedAt,
                finishedAt,
                reason);
    }

    UpdateStatus towards(String name, String version) {
        return new UpdateStatus(
                run, kind, up, state, step, from, name, fromVersion, version, startedAt, finishedAt, reason);
    }

    UpdateStatus because(String why) {
        return new UpdateStatus(run, kind, up, state, step, from, to, fromVersion, target, startedAt, finishedAt, why);
    }

    UpdateStatus ended(State end, Instant now) {
        return new UpdateStatus(run, kind, up, end, step, from, to, fromVersion, target, startedAt, now, reason);
    }
}
