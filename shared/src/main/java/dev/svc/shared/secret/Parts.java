package dev.svc.shared.secret;

import java.nio.ByteBuffer;

/// What is signed or sealed is put together of parts.
public final class Parts {
    private Parts() {}

    public static byte[] joined(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        var all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }
}
