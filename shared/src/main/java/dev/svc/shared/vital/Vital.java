package dev.svc.shared.vital;

import java.util.logging.Level;
import java.util.logging.Logger;

/// Threads that the service cannot do without: if one dies of an uncaught failure, the process exits with a code of its
/// own, for its service manager to restart it. A service without the thread that follows a store, or writes the
/// journal, looks healthy but is not; programs in terminals live on meanwhile.
public final class Vital {
    /// What sysexits calls EX_SOFTWARE.
    public static final int EXIT_CODE = 70;

    private static final Logger LOG = Logger.getLogger(Vital.class.getName());

    private Vital() {}

    /// A daemon platform thread.
    public static Thread.Builder.OfPlatform platform(String name) {
        return Thread.ofPlatform().daemon().name(name).uncaughtExceptionHandler(Vital::died);
    }

    public static Thread.Builder.OfVirtual virtual(String name) {
        return Thread.ofVirtual().name(name).uncaughtExceptionHandler(Vital::died);
    }

    private static void died(Thread thread, Throwable failure) {
        LOG.log(
                Level.SEVERE,
                failure,
                () -> "The thread \"%s\" has died, and the service ends: it is to be started again."
                        .formatted(thread.getName()));
        // On a thread of its own: shutdown may wait for the one that died.
        Thread.ofPlatform().name("end").start(() -> System.exit(EXIT_CODE));
    }
}
