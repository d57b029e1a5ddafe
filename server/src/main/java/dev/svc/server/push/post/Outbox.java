package dev.svc.server.push.post;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Everything that is being sent. What goes to one place stays in order; a place that does not answer delays few
/// others.
public final class Outbox implements AutoCloseable {
    private static final int LANES = 3;

    private final List<Lane> lanes;

    public Outbox(Posting posting, Duration pause) {
        this.lanes = IntStream.range(0, LANES)
                .mapToObj(it -> new Lane("notices " + it, posting, pause))
                .toList();
    }

    public void add(Letter letter) {
        lanes.get(Math.floorMod(letter.to().hashCode(), lanes.size())).add(letter);
    }

    @Override
    public void close() {
        lanes.forEach(Lane::close);
    }
}
