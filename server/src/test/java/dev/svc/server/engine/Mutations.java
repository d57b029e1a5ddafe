package dev.svc.server.engine;

import java.util.Arrays;
import java.util.Random;

/// Breaks bytes as disks, programs and people do: flipped bits, NULs, bad UTF-8, ends that are missing, parts left
/// out or said twice.
public final class Mutations {
    private final Random random;

    public Mutations(Random random) {
        this.random = random;
    }

    /// A few changes of a file's bytes; the bytes themselves stay as they are.
    public byte[] of(byte[] whole) {
        var bytes = whole.clone();
        for (int changes = 1 + random.nextInt(8); changes > 0 && bytes.length > 0; changes--) {
            bytes = mutateOnce(bytes, random.nextInt(bytes.length));
        }
        return bytes;
    }

    private byte[] mutateOnce(byte[] bytes, int at) {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 3 ->
                bytes[at] = "\0\n\"\\{}[],:\u00ff"
                        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)[random.nextInt(11)];
            case 4 ->
                Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(200)), (byte) random.nextInt(256));
            case 5 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 6 -> {
                return spliced(bytes, at, random.nextInt(300), 0);
            }
            default -> {
                return spliced(bytes, at, 0, random.nextInt(300));
            }
        }
        return bytes;
    }

    /// Leaves bytes out, or says them twice.
    private static byte[] spliced(byte[] bytes, int at, int without, int twice) {
        int goOn = Math.min(bytes.length, at + without);
        int back = Math.max(0, goOn - twice);
        var result = Arrays.copyOf(bytes, at + bytes.length - back);
        System.arraycopy(bytes, back, result, at, bytes.length - back);
        return result;
    }
}
