package dev.svc.server.terminal.host;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/// Gives programs terminals, each under a slot: a short name that is safe as a file name.
public interface TerminalHost {

    /// `dtach` or `direct`, as the page and the configuration call it.
    String name();

    /// `systemd` where a program started now gets a scope of its own, else `none`.
    default String scope() {
        return "none";
    }

    /// Starts a program and holds it; nothing that it prints is lost before the first read.
    Program start(String slot, Order order) throws IOException;

    /// Reattaches to a program that a former server started; empty when it has ended meanwhile.
    Optional<Program> resume(String slot) throws IOException;

    /// Holds a program again whose socket was passed on: nothing that it printed is missing. Empty when it has ended;
    /// the socket may still have its last words.
    default Optional<Program> resume(String slot, SocketChannel socket) throws IOException {
        throw new IOException("the programs of this host have no sockets");
    }

    /// How a former server's program ended, where somebody lived to write it down; asked before [#resume], which
    /// forgets the dead.
    default Optional<Exit> ending(String slot) {
        return Optional.empty();
    }

    /// The kind of thread that may read a program: virtual, unless reading would pin its carrier.
    Thread.Builder readerThreads();
}
