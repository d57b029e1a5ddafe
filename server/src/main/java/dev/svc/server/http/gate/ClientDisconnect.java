package dev.svc.server.http.gate;

import java.net.ConnectException;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/// A client that goes while it is answered, as a page does that is loaded anew: nobody is left to be told, and nothing
/// of ours has failed.
public final class ClientDisconnect {
    private ClientDisconnect() {}

    public static boolean isBehind(Throwable failure) {
        for (@Nullable Throwable it = failure; it != null; it = it.getCause()) {
            if (it instanceof SocketException) {
                return !(it instanceof ConnectException); // that is somebody whom we called
            }
        }
        return false;
    }
}
