package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/// The JVM of the server has carriers to spare: a class initializer that waits pins its virtual thread to one.
class CarriersTest {
    private static final ReentrantLock LOCK = new ReentrantLock();

    static final class First {
        static final boolean READY = waited();
    }

    static final class Second {
        static final boolean READY = waited();
    }

    private static boolean waited() {
        LOCK.lock();
        try {
            return true;
        } finally {
            LOCK.unlock();
        }
    }

    /// Two initializers wait for a lock, and its holder for a thread to run on.
    static final class Standing {
        private Standing() {}

        public static void main(String[] arguments) throws InterruptedException {
            var held = new CountDownLatch(1);
            var release = new CountDownLatch(1);
            var holder = Thread.ofVirtual().start(() -> hold(held, release));
            held.await();
            var first = Thread.ofVirtual().start(() -> assertThat(First.READY).isTrue());
            var second = Thread.ofVirtual().start(() -> assertThat(Second.READY).isTrue());
            Waiting.until(() -> LOCK.getQueueLength() == 2);
            release.countDown();
            for (var thread : List.of(holder, first, second)) {
                thread.join();
            }
        }

        private static void hold(CountDownLatch held, CountDownLatch release) {
            LOCK.lock();
            try {
                held.countDown();
                release.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } finally {
                LOCK.unlock();
            }
        }
    }

    @Test
    void on_two_processors_two_class_initializers_that_wait_do_not_stop_every_virtual_thread() throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@jvm.options",
                        "-XX:ActiveProcessorCount=2",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Standing.class.getName())
                .inheritIO()
                .start();
        try {
            assertThat(Waiting.exitCode(process)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
