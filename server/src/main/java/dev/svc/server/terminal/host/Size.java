package dev.svc.server.terminal.host;

/// A terminal's width and height in characters.
public record Size(int cols, int rows) {
    public static final int MOST = 1000;
    public static final Size USUAL = new Size(80, 24);

    public Size {
        if (cols < 1 || cols > MOST || rows < 1 || rows > MOST) {
            throw new IllegalArgumentException("a terminal is 1 to " + MOST + " columns and rows");
        }
    }
}
