package dev.svc.shared.control;

import java.io.IOException;

/// A process does not let its memory be read now.
public final class StuckProcessException extends IOException {
    private static final long serialVersionUID = 1;

    StuckProcessException(long pid) {
        super("the memory of process " + pid + " cannot be read now");
    }
}
