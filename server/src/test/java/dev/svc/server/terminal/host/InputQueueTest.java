package dev.svc.server.terminal.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InputQueueTest {
    private static final int MEGABYTE = 1 << 20;

    private final Slowcoach program = new Slowcoach();
    private final InputQueue queue = new InputQueue(program, Thread.ofVirtual());

    @Test
    void what_goes_without_waiting_needs_no_thread() throws Exception {
        program.mood.release(3);
        queue.send(text("abc"));

        assertThat(program.hasMore()).isTrue();
        assertThat(program.next(3)).isEqualTo("abc");
    }

    @Test
    void what_does_not_go_yet_goes_later_and_in_order() throws Exception {
        program.mood.release(2);
        queue.send(text("abc"));
        queue.send(text("def"));
        assertThat(program.next(2)).isEqualTo("ab");
        assertThat(program.hasMore()).isFalse();

        program.mood.release(4);
        assertThat(program.next(4)).isEqualTo("cdef");
    }

    @Test
    void of_each_kind_the_latest_goes_behind_all_that_waited() throws Exception {
        queue.send(text("keys "));
        queue.sendLatest("size", text("one "));
        queue.sendLatest("answer", text("yes "));
        queue.sendLatest("size", text("two "));
        queue.send(text("more "));

        program.mood.release(MEGABYTE);
        assertThat(program.next(18)).isEqualTo("keys more yes two ");
    }

    @Test
    void only_who_sends_on_when_a_megabyte_waits_has_to_wait_too() throws Exception {
        queue.send(ByteBuffer.allocate(MEGABYTE + 1));
        var sent = new CompletableFuture<String>();
        var sender = Thread.ofVirtual().start(() -> sent.complete(send("x")));
        queue.sendLatest("size", text("size"));
        while (sender.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        program.mood.release(2 * MEGABYTE);
        assertThat(Waiting.result(sent)).isEqualTo("sent");
        program.next(MEGABYTE + 1);
        assertThat(program.next(5)).isIn("xsize", "sizex");
    }

    @Test
    void whoever_waits_is_told_when_the_program_has_gone() throws Exception {
        queue.send(ByteBuffer.allocate(MEGABYTE + 1));
        var sent = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> sent.complete(send("x")));
        program.leave();

        assertThat(Waiting.result(sent)).isEqualTo("The program accepts no more input.");
        assertThatIOException().isThrownBy(() -> queue.sendLatest("size", text("size")));
    }

    @Test
    void a_failure_that_nobody_thought_of_breaks_it_off_too() throws Exception {
        program.failure = new IllegalStateException("of the channel");
        queue.send(ByteBuffer.allocate(MEGABYTE + 1));
        var sent = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> sent.complete(send("x")));
        program.leave();

        assertThat(Waiting.result(sent)).isEqualTo("The program accepts no more input.");
    }

    private String send(String text) {
        try {
            queue.send(text(text));
            return "sent";
        } catch (IOException gone) {
            return String.valueOf(gone.getMessage());
        }
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    /// Takes an arbitrary number of bytes.
    private static final class Slowcoach implements InputQueue.Way {
        final Semaphore mood = new Semaphore(0);
        private final LinkedBlockingQueue<Character> taken = new LinkedBlockingQueue<>();
        volatile @Nullable RuntimeException failure;
        private volatile boolean left;

        @Override
        public void offer(ByteBuffer bytes) {
            while (bytes.hasRemaining() && mood.tryAcquire()) {
                taken.add((char) bytes.get());
            }
        }

        @Override
        public void carry(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                mood.acquireUninterruptibly();
                if (left) {
                    if (failure != null) {
                        throw failure;
                    }
                    throw new IOException("broken pipe");
                }
                taken.add((char) bytes.get());
            }
        }

        void leave() {
            left = true;
            mood.release();
        }

        /// What it has taken next.
        String next(int length) throws InterruptedException {
            var next = new StringBuilder();
            while (next.length() < length) {
                next.append(taken.take());
            }
            return next.toString();
        }

        boolean hasMore() {
            return !taken.isEmpty();
        }
    }
}
