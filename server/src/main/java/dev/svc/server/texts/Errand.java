package dev.svc.server.texts;

import dev.svc.server.texts.TextWorkers.Job;
import java.io.IOException;
import java.time.Duration;

/// One answer's access to the workers. For one use, by the answering thread.
public final class Errand {
    private final TextWorkers workers;
    private final Object owner;
    private final Patience patience;

    Errand(TextWorkers workers, Object owner, Duration markdown) {
        this.workers = workers;
        this.owner = owner;
        this.patience = Patience.of(markdown);
    }

    /// Lays something out, with Markdown while the patience lasts.
    @FunctionalInterface
    public interface Layout<T> {
        T make(Patience patience) throws IOException;
    }

    /// Does work that is linear in the size of its input.
    ///
    /// @throws BusyException when it was not started or not done in time
    public <T> T read(Job<T> job) throws IOException {
        return workers.call(owner, job);
    }

    /// Lays texts out; those that take too long become plain text.
    ///
    /// @throws BusyException when not even that was done in time
    public <T> T layOut(Layout<T> layout) throws IOException {
        if (!patience.isOver() && workers.mayRunOver(owner)) {
            try {
                return workers.callRisky(owner, () -> patience.spend(layout));
            } catch (BusyException | StackOverflowError tooMuch) {
                patience.end();
            }
        }
        return read(() -> layout.make(Patience.NONE));
    }
}
