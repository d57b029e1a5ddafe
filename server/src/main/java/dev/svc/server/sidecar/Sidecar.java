package dev.svc.server.sidecar;

import dev.svc.server.metadata.Metadata;
import dev.svc.server.sidecar.SidecarFile.Content;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps the file up with the journal: changes that come together are written once, a fifth of a second later at most.
///
/// While the journal is damaged the file is left alone, for it may know more than the journal does.
public final class Sidecar implements Closeable {
    private static final System.Logger LOG = System.getLogger(Sidecar.class.getName());
    private static final long GATHER_MILLIS = 50;
    private static final long RETRY_MILLIS = 1_000;

    private final SidecarFile file;
    private final Optional<String> notice;
    private final Metadata.@Nullable Subscription subscription;
    private final Thread thread;

    private @Nullable Content wanted; // guarded by this
    private boolean closing; // guarded by this
    private boolean writing; // guarded by this

    private Sidecar(SidecarFile file, Metadata metadata, Optional<String> notice, boolean isSound) {
        this.file = file;
        this.notice = notice;
        this.thread = Thread.ofPlatform().daemon().name("sidecar").unstarted(this::run);
        var journal = metadata.journal();
        if (isSound) {
            subscription = metadata.subscribe(change -> want(new Content(journal.head(), change.after())));
            wantUnlessThere(new Content(journal.head(), metadata.organisation()));
        } else {
            subscription = null;
        }
    }

    /// Makes of the file what there is to make of it, then keeps it up. Nothing else may change the metadata meanwhile.
    ///
    /// @throws IOException when what is there cannot be put aside
    public static Sidecar start(Path path, Metadata metadata, Clock clock) throws IOException {
        var file = new SidecarFile(path);
        boolean isSound = metadata.journal().damage().isEmpty();
        var notice = isSound ? Reconciliation.run(file, metadata, clock) : Optional.<String>empty();
        notice.ifPresent(sentence -> LOG.log(Level.WARNING, sentence));
        var sidecar = new Sidecar(file, metadata, notice, isSound);
        sidecar.thread.start();
        return sidecar;
    }

    /// What the start found that people have to see.
    public Optional<String> notice() {
        return notice;
    }

    private void wantUnlessThere(Content content) {
        try {
            var present = file.read();
            if (present.at().equals(content.at()) && present.organisation().holdsTheSameAs(content.organisation())) {
                return;
            }
        } catch (IOException missingOrBroken) {
            LOG.log(Level.DEBUG, "the metadata file is written anew", missingOrBroken);
        }
        want(content);
    }

    private synchronized void want(Content content) {
        wanted = content;
        notifyAll();
    }

    private void run() {
        try {
            for (var next = next(); next != null; next = next()) {
                write(next);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Content next() throws InterruptedException {
        writing = false;
        notifyAll();
        while (wanted == null && !closing) {
            wait();
        }
        if (!closing) {
            wait(GATHER_MILLIS);
        }
        var next = wanted;
        wanted = null;
        writing = next != null;
        return next;
    }

    private void write(Content content) throws InterruptedException {
        try {
            file.write(content);
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "the metadata file could not be written; it is tried again", failed);
            postpone(content);
        }
    }

    private synchronized void postpone(Content content) throws InterruptedException {
        if (!closing) {
            wait(RETRY_MILLIS);
            wanted = wanted == null ? content : wanted;
        }
    }

    /// Returns when everything wanted so far is in the file.
    public synchronized void flush() throws InterruptedException {
        while (wanted != null || writing) {
            wait();
        }
    }

    @Override
    public void close() {
        if (subscription != null) {
            subscription.close();
        }
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
