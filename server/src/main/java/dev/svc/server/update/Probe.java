package dev.svc.server.update;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// Asks a service for an address of its own without a login, under a name that every service answers to.
final class Probe {
    private static final int PATIENCE_MILLIS = 5_000;

    private Probe() {}

    /// Whether it answers with 200.
    static boolean answers(String host, int port, String path) {
        String head = "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n".formatted(path, port);
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address(host), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            var first = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return first.equals("HTTP/1.1 200");
        } catch (IOException silent) {
            return false;
        }
    }

    /// A service that listens everywhere also listens here.
    private static InetAddress address(String host) throws IOException {
        var address = InetAddress.getByName(host);
        return address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
    }
}
