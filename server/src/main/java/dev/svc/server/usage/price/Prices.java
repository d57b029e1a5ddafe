package dev.svc.server.usage.price;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The prices that hold now: those that come with svc, and over them those of a file, which is looked at again when it
/// changes. A file that cannot be used changes nothing, and says why.
public final class Prices {
    private static final long LONGEST = 1 << 20;
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();

    /// Null until somebody asks.
    @GuardedBy("lock")
    private @Nullable State state;

    @GuardedBy("lock")
    private String stamp = "";

    @GuardedBy("lock")
    private long looked;

    /// The prices of a moment.
    ///
    /// @param trouble why the file is not used, as a sentence; null where it is, or is not there
    public record State(
            PriceTable table,
            boolean isOverridden,
            @Nullable String trouble) {}

    /// Read by whoever needs the first price, which is no service that starts.
    private static final class BuiltIn {
        static final PriceTable TABLE = PriceTable.builtIn();
    }

    public Prices(Path file) {
        this.file = file;
        this.looked = System.nanoTime() - LOOK.toNanos();
    }

    public State now() {
        lock.lock();
        try {
            long now = System.nanoTime();
            if (now - looked >= LOOK.toNanos()) {
                looked = now;
                look();
            }
            return Objects.requireNonNull(state);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void look() {
        try {
            var found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            var is = found.size() + "." + found.lastModifiedTime() + "." + found.fileKey();
            if (!is.equals(stamp)) {
                state = read(found);
                stamp = is;
            }
        } catch (NoSuchFileException none) {
            state = new State(BuiltIn.TABLE, false, null);
            stamp = "";
        } catch (IOException unreadable) {
            state = unused("it cannot be read");
            stamp = "";
        }
    }

    private State read(BasicFileAttributes found) throws IOException {
        if (!found.isRegularFile() || found.size() > LONGEST) {
            return unused("it takes a file of at most 1 MB, and no link");
        }
        try {
            return new State(BuiltIn.TABLE.with(Files.readAllBytes(file)), true, null);
        } catch (UnfitPricesException unfit) {
            return unused(String.valueOf(unfit.getMessage()));
        }
    }

    private State unused(String reason) {
        return new State(
                BuiltIn.TABLE,
                false,
                "%s is not used: %s. The prices that come with svc hold.".formatted(file, reason));
    }
}
