package dev.svc.server.terminal.intake;

import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/// One event loop thread that reads all programs which print little.
///
/// Waking a thread costs more than reading from such a program. So wake-ups are coalesced: after a round it waits a few
/// milliseconds, except while somebody types, whose echo never waits.
public final class OutputSelector implements Closeable {
    private static final Logger LOG = Logger.getLogger(OutputSelector.class.getName());
    private static final long GATHERING_NANOS = 4_000_000;
    private static final long TROUBLE_NANOS = 100_000_000;
    private static final int ROOM = 64 * 1024;

    /// How long to expect an echo after a key.
    private static final long HURRY_NANOS = 50_000_000;

    private final Selector selector;
    private final Thread thread;
    private final Map<Guest, Seat> seated = new ConcurrentHashMap<>();
    private final Set<Guest> dismissed = ConcurrentHashMap.newKeySet(); // never seated again
    private final List<Guest> leaving = new ArrayList<>(); // the desk's thread alone, as the room
    private final byte[] room = new byte[ROOM];
    private volatile long keyedAt = System.nanoTime() - HURRY_NANOS; // when somebody last typed

    /// A program to be read.
    interface Guest {
        /// Reads what is there, in one piece; false to leave the desk.
        boolean take(byte[] room);
    }

    /// Where a guest sits until it has left.
    private record Seat(SocketChannel channel, CountDownLatch left) {}

    public OutputSelector() throws IOException {
        selector = Selector.open();
        thread = Vital.platform("desk").start(this::run);
    }

    /// Calls the guest whenever its channel is readable, until it leaves or is dismissed.
    ///
    /// @param channel one that does not block
    void attend(SocketChannel channel, Guest guest) throws IOException, InterruptedException {
        var left = new CountDownLatch(1);
        seated.put(guest, new Seat(channel, left));
        try {
            channel.register(selector, SelectionKey.OP_READ, guest);
            selector.wakeup();
            left.await();
        } finally {
            seated.remove(guest);
        }
    }

    /// For a guest whose channel was closed: a selector says nothing about it.
    void sendAway(Guest guest) {
        var seat = seated.get(guest);
        if (seat != null) {
            seat.left().countDown();
            selector.wakeup();
        }
    }

    /// For a guest whose channel stays open: nothing more is read from it here once it has left.
    void dismiss(Guest guest) {
        dismissed.add(guest);
        selector.wakeup();
    }

    /// Somebody has typed.
    void hurry() {
        keyedAt = System.nanoTime();
        LockSupport.unpark(thread);
    }

    /// Whether somebody typed a moment ago.
    boolean isHurried() {
        return System.nanoTime() - keyedAt < HURRY_NANOS;
    }

    private void run() {
        while (selector.isOpen()) {
            try {
                round();
            } catch (ClosedSelectorException stopped) {
                // the server stops
            } catch (IOException | RuntimeException | Error failed) {
                LOG.log(Level.SEVERE, failed, () -> "waiting for the output of programs failed; it goes on");
                LockSupport.parkNanos(this, TROUBLE_NANOS);
            }
        }
    }

    private void round() throws IOException {
        boolean served = selector.select(this::serve) > 0;
        long begun = System.nanoTime();
        dismissed.removeIf(this::isLeaving);
        seeOff();
        if (served) {
            gather(begun);
        }
    }

    /// One that is not seated yet is dismissed as soon as it is.
    private boolean isLeaving(Guest guest) {
        var seat = seated.get(guest);
        var key = seat == null ? null : seat.channel().keyFor(selector);
        if (key == null) {
            return false;
        }
        key.cancel();
        leaving.add(guest);
        return true;
    }

    private void serve(SelectionKey key) {
        var guest = (Guest) key.attachment();
        if (!stays(guest)) {
            key.cancel();
            leaving.add(guest);
        }
    }

    /// One program's failure must not stop the reading of others.
    private boolean stays(Guest guest) {
        try {
            return guest.take(room);
        } catch (RuntimeException | Error failed) {
            LOG.log(Level.WARNING, failed, () -> "the output of a program could not be read");
            return true;
        }
    }

    /// A channel may return only after the selector has forgotten it.
    private void seeOff() throws IOException {
        if (leaving.isEmpty()) {
            return;
        }
        var gone = List.copyOf(leaving);
        leaving.clear();
        selector.selectNow();
        for (var guest : gone) {
            var seat = seated.get(guest);
            if (seat != null) {
                seat.left().countDown();
            }
        }
    }

    private void gather(long begun) {
        long left = GATHERING_NANOS;
        while (left > 0 && !isHurried() && selector.isOpen()) {
            LockSupport.parkNanos(this, left);
            left = GATHERING_NANOS - (System.nanoTime() - begun);
        }
    }

    /// Stops all reading and dismisses the remaining guests.
    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException already) {
            // nothing is read any more either way
        }
        LockSupport.unpark(thread);
        seated.values().forEach(seat -> seat.left().countDown());
    }
}
