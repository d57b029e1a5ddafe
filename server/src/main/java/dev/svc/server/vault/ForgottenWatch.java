package dev.svc.server.vault;

import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.Vital;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Notices within seconds which copies a command beside the service has removed, and tells of each: the command has no
/// journal. Looks on one virtual thread until it is closed.
public final class ForgottenWatch implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ForgottenWatch.class.getName());
    private static final Duration EACH = Duration.ofSeconds(2);

    private final Vault vault;
    private final UnpackedCopies unpacked;
    private final Consumer<SessionId> told;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /// Begins to look.
    ///
    /// @param unpacked what was unpacked of the copies, which goes with them
    /// @param told hears of each session, on the thread of the watch
    public ForgottenWatch(Vault vault, UnpackedCopies unpacked, Consumer<SessionId> told) {
        this.vault = vault;
        this.unpacked = unpacked;
        this.told = told;
        thread = Vital.virtual("svc-vault-watch").start(this::run);
    }

    private void run() {
        try {
            do {
                look();
            } while (!closed.await(EACH.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whatever cannot be told now stays marked for the next look.
    private void look() {
        try {
            vault.tellForgotten(id -> {
                unpacked.clear();
                told.accept(id);
            });
        } catch (IOException | RuntimeException later) {
            LOG.log(Level.WARNING, later, () -> "what a command has forgotten is told later: " + later.getMessage());
        }
    }

    /// Returns when the last look is over.
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
