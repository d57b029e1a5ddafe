package dev.svc.server.http.connection;

import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Notices a dead listener. Helidon closes its listener for good after any failure and says so only in the log; so this
/// probes the port itself. Only a refusal counts: a busy host answers late or not at all.
public final class ListenerWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(ListenerWatch.class.getName());
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final int PATIENCE = 2_000;
    private static final int REFUSALS = 2;

    private final InetSocketAddress address;
    private final Runnable died;
    private final Thread thread;

    private ListenerWatch(InetSocketAddress address, Runnable died) {
        this.address = address;
        this.died = died;
        this.thread = Vital.platform("listener-watch").unstarted(this::watch);
    }

    public static ListenerWatch of(String host, int port, Runnable died) {
        var bound = new InetSocketAddress(host, port);
        boolean everywhere = bound.isUnresolved() || bound.getAddress().isAnyLocalAddress();
        var watch = new ListenerWatch(
                everywhere ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port) : bound, died);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        int refusals = 0;
        try {
            while (refusals < REFUSALS) {
                Thread.sleep(LOOK);
                refusals = isRefused() ? refusals + 1 : 0;
            }
            died.run();
        } catch (InterruptedException stopped) {
            LOG.log(Level.FINE, "stopped watching the listener");
        }
    }

    private boolean isRefused() {
        try (var socket = new Socket()) {
            socket.connect(address, PATIENCE);
            return false;
        } catch (ConnectException refused) {
            return isOurs();
        } catch (IOException busy) {
            return false;
        }
    }

    /// A lost address of this host may belong to another host, whose refusal means nothing.
    private boolean isOurs() {
        try {
            return NetworkInterface.getByInetAddress(address.getAddress()) != null;
        } catch (SocketException unknown) {
            return false;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
