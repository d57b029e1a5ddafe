package dev.svc.server.bench.ground;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/// The bare socket of a dtach: what is between a program and svc, and the least that a terminal can cost.
public final class DtachWire implements Wire {
    private static final int PAYLOAD = 8;
    private static final byte PUSH = 0;
    private static final byte ATTACH = 1;

    private final SocketChannel channel;

    private DtachWire(SocketChannel channel) {
        this.channel = channel;
    }

    /// Attaches, as one more client.
    ///
    /// @param socket of a dtach that runs
    public static DtachWire open(Path socket) throws IOException {
        var wire = new DtachWire(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
        wire.send(ATTACH, new byte[0], 0, 0);
        return wire;
    }

    @Override
    public void type(byte[] keys) throws IOException {
        for (int at = 0; at < keys.length; at += PAYLOAD) {
            send(PUSH, keys, at, Math.min(PAYLOAD, keys.length - at));
        }
    }

    private void send(byte kind, byte[] keys, int at, int length) throws IOException {
        var packet =
                ByteBuffer.allocate(2 + PAYLOAD).put(kind).put((byte) length).put(keys, at, length);
        packet.rewind();
        while (packet.hasRemaining()) {
            channel.write(packet);
        }
    }

    @Override
    public int read(byte[] into, int at) throws IOException {
        return channel.read(ByteBuffer.wrap(into, at, into.length - at));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
