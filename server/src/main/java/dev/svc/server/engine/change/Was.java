package dev.svc.server.engine.change;

/// What a log says of a file as it was before an edit.
public sealed interface Was {
    Was UNKNOWN = new Unknown();
    Was NOTHING = new Nothing();

    /// The log does not say.
    record Unknown() implements Was {}

    /// There was no such file.
    record Nothing() implements Was {}

    /// The whole text.
    record Known(String text) implements Was {}

    static Was of(String text) {
        return new Known(text);
    }
}
