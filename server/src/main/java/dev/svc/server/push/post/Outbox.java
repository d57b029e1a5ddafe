package dev.svc.server.push.post;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Everything that is being sent. What goes to one place stays in order; a place that does not answer delays few
/// others.
public final class Outbox implements AutoCloseable {
    private static final int LANES = 3;

    /// A host name that resolves to nothing can hold a lane for longer.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final List<Lane> lanes;

    public Outbox(Posting posting, Duration pause) {
        this.lanes = IntStream.range(0, LANES)
                .mapToObj(it -> new Lane("notices " + it, posting, pause))
                .toList();
    }

    public void add(Letter letter) {
        lanes.get(Math.floorMod(letter.to().hashCode(), lanes.size())).add(letter);
    }

    /// Sends nothing more. What became of the last letters is recorded before this returns, unless a lane hangs.
    @Override
    public void close() {
        lanes.forEach(Lane::close);
        long end = System.nanoTime() + PATIENCE.toNanos();
        lanes.forEach(lane -> lane.awaitEnd(end));
    }
}
