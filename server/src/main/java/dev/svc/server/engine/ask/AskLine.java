package dev.svc.server.engine.ask;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/// An open line to one program.
public interface AskLine extends Closeable {

    /// Gives an answer, and waits for at most some seconds for what the program says to it.
    ///
    /// @param key of the question
    /// @param choice a key of its choices
    Said answer(String key, String choice, @Nullable String words);

    /// What the program said to an answer.
    enum Said {
        /// It has taken it.
        TAKEN,
        /// It was sent; what becomes of it is heard later, or never.
        SENT,
        /// The question was settled before.
        LATE,
        /// It did not reach the program.
        NOT_SENT
    }

    @Override
    void close();
}
