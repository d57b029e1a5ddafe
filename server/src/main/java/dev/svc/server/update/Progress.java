package dev.svc.server.update;

import dev.svc.server.update.UpdateStatus.State;
import java.time.Clock;
import java.util.function.UnaryOperator;

/// A write-ahead record of every step, so that recovery after a crash knows where it stopped.
final class Progress {
    private final StatusFile file;
    private final UpdateLog log;
    private final Clock clock;
    private UpdateStatus now; // of the one thread that updates

    Progress(StatusFile file, UpdateLog log, Clock clock, UpdateStatus now) {
        this.file = file;
        this.log = log;
        this.clock = clock;
        this.now = now;
    }

    UpdateStatus now() {
        return now;
    }

    UpdateLog log() {
        return log;
    }

    void at(Step step) {
        note(status -> status.at(step));
        log.say(step.doing());
    }

    void note(UnaryOperator<UpdateStatus> change) {
        now = change.apply(now);
        file.write(now);
    }

    UpdateStatus end(State state, String sentence) {
        log.say(sentence);
        note(status -> status.ended(state, clock.instant()));
        return now;
    }
}
