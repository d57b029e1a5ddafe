package dev.svc.server.terminal.relief;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Who reads on in the terminals between two servers, so that nothing is lost that programs print meanwhile.
public interface Relief {
    /// Nobody does.
    Relief NONE = new Relief() {
        @Override
        public void call() {
            // nobody is there to hear it
        }

        @Override
        public Optional<Handing> meet() {
            return Optional.empty();
        }

        @Override
        public Map<String, SocketChannel> takeBack() {
            return Map.of();
        }
    };

    /// Has it come, without waiting for it. Another call changes nothing.
    void call();

    /// Waits for it; empty where it does not come in time.
    Optional<Handing> meet();

    /// Terminals that change hands, one by one. Closed when all have.
    interface Handing extends Closeable {
        /// Hands over a terminal in which nobody reads any more; the socket stays open here as well.
        ///
        /// @param name by which it is given back
        /// @param ring where its output goes, which nobody else has open to write from now on
        /// @return whether it was taken; if not, what its program prints is lost
        boolean hand(String name, Path ring, long capacity, SocketChannel socket) throws IOException;

        @Override
        void close() throws IOException;
    }

    /// Takes back all terminals that a relief holds, by their names, and ends it: nobody else reads or writes to a ring
    /// after that. What is not among them was not read.
    Map<String, SocketChannel> takeBack() throws IOException;
}
