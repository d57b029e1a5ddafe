package dev.svc.server.engine.opencode.ask;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A stream of events as it comes: each is a line of its own, and one that is too long is left out. No more is taken
/// than is asked for. Read by one thread.
final class EventLines implements BodySubscriber<EventLines> {
    private static final String DATA = "data:";

    private final int longest;
    private final BlockingQueue<Part> come = new LinkedBlockingQueue<>();
    private final Deque<ByteBuffer> unread = new ArrayDeque<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private boolean isTooLong;
    private volatile @Nullable Subscription subscription;

    /// What came at once; null at the end.
    private record Part(@Nullable List<ByteBuffer> bytes) {}

    /// @param longest in bytes
    EventLines(int longest) {
        this.longest = longest;
    }

    @Override
    public CompletionStage<EventLines> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Subscription made) {
        subscription = made;
        made.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> bytes) {
        come.add(new Part(bytes));
    }

    @Override
    public void onError(Throwable failure) {
        come.add(new Part(null));
    }

    @Override
    public void onComplete() {
        come.add(new Part(null));
    }

    /// What the next event says; empty when none has come by then.
    ///
    /// @throws EOFException at the end
    Optional<String> next(Duration wait) throws IOException, InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        while (true) {
            while (!unread.isEmpty()) {
                var bytes = unread.getFirst();
                if (!bytes.hasRemaining()) {
                    unread.removeFirst();
                } else if (isWhole(bytes)) {
                    var said = said();
                    if (said.isPresent()) {
                        return said;
                    }
                }
            }
            var part = come.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (part == null) {
                return Optional.empty();
            }
            take(part);
        }
    }

    private void take(Part part) throws EOFException {
        var made = subscription;
        if (part.bytes() == null || made == null) {
            come.add(part);
            throw new EOFException("the events have ended");
        }
        unread.addAll(part.bytes());
        made.request(1);
    }

    /// Moves what stands before the end of the line; false when that end has not come.
    private boolean isWhole(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (next == '\n') {
                return true;
            }
            isTooLong |= line.size() >= longest;
            if (!isTooLong) {
                line.write(next);
            }
        }
        return false;
    }

    private Optional<String> said() {
        var text = isTooLong ? "" : line.toString(StandardCharsets.UTF_8);
        line.reset();
        isTooLong = false;
        return text.startsWith(DATA) ? Optional.of(text.substring(DATA.length()).strip()) : Optional.empty();
    }
}
