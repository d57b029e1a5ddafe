package dev.svc.server.engine.ask;

import org.jspecify.annotations.Nullable;

/// Stands in for the line to a program whose address is lost: it hears nothing and sends nothing.
public enum SilentLine implements AskLine {
    SILENT;

    @Override
    public Said answer(String key, String choice, @Nullable String words) {
        return Said.NOT_SENT;
    }

    @Override
    public void close() {}
}
