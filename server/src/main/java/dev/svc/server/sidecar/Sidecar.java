package dev.svc.server.sidecar;

import dev.svc.server.metadata.Change;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.sidecar.SidecarFile.Content;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Keeps the file in step with the journal: bursts are debounced into one write, a fifth of a second later at most.
///
/// While the journal is damaged the file is left alone, for it may know more than the journal does.
public final class Sidecar implements Closeable {
    private static final System.Logger LOG = System.getLogger(Sidecar.class.getName());
    private static final long GATHER_MILLIS = 50;
    private static final long RETRY_MILLIS = 1_000;

    private final SidecarFile file;
    private final PrefsFile prefs;
    private final Optional<String> notice;
    private final Metadata.@Nullable Subscription subscription;
    private final AtomicReference<@Nullable Content> wanted = new AtomicReference<>();
    private final ScheduledExecutorService writing = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sidecar").factory());

    private Sidecar(SidecarFile file, PrefsFile prefs, Metadata metadata, Optional<String> notice, boolean isSound) {
        this.file = file;
        this.prefs = prefs;
        this.notice = notice;
        var journal = metadata.journal();
        if (isSound) {
            subscription = metadata.subscribe(change -> heard(change, journal.head()));
            wantUnlessThere(new Content(journal.head(), metadata.organisation()));
        } else {
            subscription = null;
        }
    }

    /// Reconciles the file with the journal, then keeps it current, and that of the preferences with it. Nothing else
    /// may change the metadata meanwhile.
    ///
    /// @throws IOException when what is there cannot be put aside
    public static Sidecar start(Path path, Path prefs, Metadata metadata, Clock clock) throws IOException {
        var file = new SidecarFile(path);
        boolean isSound = metadata.journal().damage().isEmpty();
        var notice = isSound ? Reconciliation.run(file, metadata, clock) : Optional.<String>empty();
        notice.ifPresent(sentence -> LOG.log(Level.WARNING, sentence));
        return new Sidecar(file, new PrefsFile(prefs), metadata, notice, isSound);
    }

    /// What the start found that people must see.
    public Optional<String> notice() {
        return notice;
    }

    private void wantUnlessThere(Content content) {
        try {
            var present = file.read();
            if (present.at().equals(content.at())
                    && present.organisation().holdsTheSameAs(content.organisation())
                    && prefs.says(content.organisation())) {
                return;
            }
        } catch (IOException missingOrBroken) {
            LOG.log(Level.DEBUG, "the metadata file is missing or broken and is rewritten", missingOrBroken);
        }
        want(content);
    }

    /// Changes of one flush are announced one by one; the head stands for the last of them.
    private void heard(Change change, Head head) {
        if (change.after().seq() == head.seq()) {
            want(new Content(head, change.after()));
        }
    }

    private void want(Content content) {
        if (wanted.getAndSet(content) == null) {
            later(GATHER_MILLIS);
        }
    }

    private void later(long millis) {
        var _ = writing.schedule(this::write, millis, TimeUnit.MILLISECONDS);
    }

    private void write() {
        var content = wanted.getAndSet(null);
        if (content == null) {
            return;
        }
        try {
            file.write(content);
            prefs.keepUp(content.organisation());
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "the metadata file could not be written; it is tried again", failed);
            if (wanted.compareAndSet(null, content) && !writing.isShutdown()) {
                later(RETRY_MILLIS);
            }
        }
    }

    /// Returns when everything requested so far was written, or failed.
    public void flush() {
        CompletableFuture.runAsync(this::write, writing).join();
    }

    @Override
    public void close() {
        if (subscription != null) {
            subscription.close();
        }
        flush();
        writing.shutdownNow();
    }
}
