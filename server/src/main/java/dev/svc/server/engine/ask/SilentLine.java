package dev.svc.server.engine.ask;

import org.jspecify.annotations.Nullable;

/// The line to a program of which nobody knows any more how it is reached.
public enum SilentLine implements AskLine {
    SILENT;

    @Override
    public Said answer(String key, String choice, @Nullable String words) {
        return Said.NOT_SENT;
    }

    @Override
    public void close() {}
}
