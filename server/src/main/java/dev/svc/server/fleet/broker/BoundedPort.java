package dev.svc.server.fleet.broker;

import io.nats.client.Connection;
import io.nats.client.impl.SocketDataPort;
import java.io.IOException;

/// The client's way to the socket: with bounds on what comes, and with TLS only to the host that was named. The
/// client makes it by its name.
public final class BoundedPort extends SocketDataPort {
    private final BoundedFlow flow = new BoundedFlow();

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
        int length = super.read(to, from, most);
        if (length > 0) {
            flow.check(to, from, length);
        }
        return length;
    }

    @Override
    public void upgradeToSecure() throws IOException {
        Connection made = connection;
        var tls = made.getOptions().getErrorListener() instanceof BrokerTls known ? known : new BrokerTls(null);
        var secure = tls.secured(socket, host, port);
        socket = secure;
        in = secure.getInputStream();
        out = secure.getOutputStream();
        isSecure = true;
    }
}
