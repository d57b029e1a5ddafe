package dev.svc.server.fleet.broker;

import io.nats.client.impl.SocketDataPort;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// The client's way to the socket: with bounds on what comes, and with TLS only to the host that was named. The
/// client makes it by its name.
public final class BoundedPort extends SocketDataPort {
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    private final BoundedFlow flow = new BoundedFlow();

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
        int length = super.read(to, from, most);
        if (length > 0) {
            flow.check(to, from, length);
        }
        return length;
    }

    /// The client itself would take any certificate that somebody has for any name.
    @Override
    public void upgradeToSecure() throws IOException {
        try {
            var made = SSLContext.getDefault().getSocketFactory().createSocket(socket, host, port, true);
            if (!(made instanceof SSLSocket secure)) {
                throw new IOException("no TLS");
            }
            var parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
            int usual = secure.getSoTimeout();
            secure.setSoTimeout((int) HANDSHAKE.toMillis());
            secure.startHandshake();
            secure.setSoTimeout(usual);
            socket = secure;
            in = secure.getInputStream();
            out = secure.getOutputStream();
            isSecure = true;
        } catch (GeneralSecurityException none) {
            throw new IOException("no TLS", none);
        }
    }
}
