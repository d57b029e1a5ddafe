package dev.svc.server.change.fold;

import org.jspecify.annotations.Nullable;

/// One line of a file: the same object before and now while it stays. Owned by its story.
final class FileLine {
    /// Who wrote it; nobody in the session, where it was there before.
    final @Nullable Stamp written;

    /// With its end; null while it is not known what it says.
    @Nullable
    String text;

    @Nullable
    Stamp removed;

    FileLine(@Nullable String text, @Nullable Stamp written) {
        this.text = text;
        this.written = written;
    }

    boolean isOld() {
        return written == null;
    }
}
