package dev.svc.server.bench.ground;

import java.io.Closeable;
import java.io.IOException;

/// One terminal as whoever looks at it has it. One thread reads; another may type.
public interface Wire extends Closeable {
    void type(byte[] keys) throws IOException;

    /// Waits for output of the program.
    ///
    /// @param into what takes it, from `at` on
    /// @return how many bytes came; negative when nothing comes any more
    int read(byte[] into, int at) throws IOException;
}
