package dev.svc.server.terminal.status;

import dev.svc.shared.vital.OwnedBy;

/// Whether what a program does can be read from its terminal. One that ran on while no server read it may have changed
/// everything on its screen since, so nothing is known of it until it has painted anew.
///
/// Whoever asks the program says so once; the watching thread looks.
public final class Repaint {
    /// So many looks without output after the request, and nothing will come: a program that shows only what is typed
    /// does not care for the size of its window. It is as idle at its prompt as anybody can know.
    static final int LOOKS = 4;

    private static final long NOT_ASKED = -1;

    private volatile long askedAt = NOT_ASKED;
    private volatile boolean over;

    @OwnedBy("the watching thread")
    private int looks;

    private Repaint(boolean over) {
        this.over = over;
    }

    /// For a program whose output was read from its first byte on.
    public static Repaint needless() {
        return new Repaint(true);
    }

    /// For a program that ran on without a server.
    public static Repaint due() {
        return new Repaint(false);
    }

    /// The program has been asked.
    ///
    /// @param end where its output ended at that time; what follows is the answer
    public void asked(long end) {
        askedAt = end;
    }

    /// Counts one more look.
    ///
    /// @param end where the output ends that has been read
    /// @return whether the screen can be believed from now on
    public boolean look(long end) {
        long from = askedAt;
        if (!over && from != NOT_ASKED) {
            looks++;
            over = end > from || looks > LOOKS;
        }
        return over;
    }

    /// Whether the screen can be believed, as of the last look.
    public boolean isOver() {
        return over;
    }
}
