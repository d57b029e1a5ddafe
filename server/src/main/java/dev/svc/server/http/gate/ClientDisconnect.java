package dev.svc.server.http.gate;

import java.net.ConnectException;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/// A client that disconnects while it is being answered, as a reloaded page does: nobody is left to answer, and nothing
/// of ours has failed.
public final class ClientDisconnect {
    private ClientDisconnect() {}

    public static boolean isBehind(Throwable failure) {
        for (@Nullable Throwable it = failure; it != null; it = it.getCause()) {
            if (it instanceof SocketException) {
                return !(it instanceof ConnectException); // that is a server that we called
            }
        }
        return false;
    }
}
