package dev.svc.server.terminal.status;

/// A program that is asked to repaint by a window of another size, because most programs look at nothing else.
public interface Repaintable {
    /// How much it has printed.
    long printed();

    /// Makes its window one row lower.
    void shrink();

    /// Gives its window the size back that it is to have.
    void restore();
}
