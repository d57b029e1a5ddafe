package dev.svc.tray.platform.sni;

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import org.freedesktop.dbus.Struct;
import org.freedesktop.dbus.annotations.Position;

/// An image as a panel reads it: rows of alpha, red, green, blue.
public final class Pixmap extends Struct {
    @Position(0)
    private final int width;

    @Position(1)
    private final int height;

    @Position(2)
    private final byte[] data;

    /// Made by the library when it reads one.
    public Pixmap(int width, int height, byte[] data) {
        this.width = width;
        this.height = height;
        this.data = data.clone();
    }

    static Pixmap of(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        var bytes = ByteBuffer.allocate(width * height * 4);
        for (int pixel : image.getRGB(0, 0, width, height, null, 0, width)) {
            bytes.putInt(pixel);
        }
        return new Pixmap(width, height, bytes.array());
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    public byte[] data() {
        return data.clone();
    }
}
