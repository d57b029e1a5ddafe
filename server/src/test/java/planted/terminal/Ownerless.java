package planted.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.vital.OwnedBy;
import java.util.concurrent.locks.ReentrantLock;

/// Fields beside a lock, two of them nobody's.
public final class Ownerless {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private int guarded;

    @OwnedBy("the one who made it")
    private int owned;

    private volatile int seen;
    private int byLock;

    private static final class Nested {
        private int count;

        int next() {
            return ++count;
        }
    }

    int sum() {
        owned++;
        seen = owned;
        byLock++;
        lock.lock();
        try {
            return ++guarded + owned + seen + byLock + new Nested().next();
        } finally {
            lock.unlock();
        }
    }
}
