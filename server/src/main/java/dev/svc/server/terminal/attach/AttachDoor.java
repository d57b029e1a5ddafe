package dev.svc.server.terminal.attach;

import dev.svc.server.engine.Engines;
import dev.svc.server.terminal.Terminals;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Lets terminals of this host attach. Access to the socket is enough: its folder is its owner's alone, who could end
/// or replace the server as well.
public final class AttachDoor implements Closeable {
    private static final Logger LOG = Logger.getLogger(AttachDoor.class.getName());
    private static final String NAME = "attach.sock";

    private final ServerSocketChannel door;
    private final Path file;
    private final Terminals terminals;
    private final Engines engines;
    private final Replies replies;
    private final Set<SocketChannel> guests = ConcurrentHashMap.newKeySet();

    private AttachDoor(ServerSocketChannel door, Path file, Terminals terminals, Engines engines, Replies replies) {
        this.door = door;
        this.file = file;
        this.terminals = terminals;
        this.engines = engines;
        this.replies = replies;
    }

    static Path file(Path runtimeFolder) {
        return runtimeFolder.resolve(NAME);
    }

    /// Opens for the only server of a home, so an existing socket file must be a dead one.
    public static AttachDoor open(Path runtimeFolder, Terminals terminals, Engines engines, Replies replies)
            throws IOException {
        var file = file(OwnerOnly.closed(runtimeFolder));
        Files.deleteIfExists(file);
        var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            socket.bind(UnixDomainSocketAddress.of(file));
            OwnerOnly.close(file);
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
        var door = new AttachDoor(socket, file, terminals, engines, replies);
        Vital.virtual("attach door").start(door::welcome);
        return door;
    }

    private void welcome() {
        try {
            while (true) {
                var channel = door.accept();
                guests.add(channel);
                Thread.ofVirtual().name("attached").start(() -> serve(channel));
            }
        } catch (IOException closed) {
            LOG.log(Level.FINE, closed, () -> "svc attach stopped listening");
        }
    }

    private void serve(SocketChannel channel) {
        try (channel) {
            new Guest(channel, terminals, engines, replies).serve();
        } catch (IOException gone) {
            LOG.log(Level.FINE, gone, () -> "an attached terminal disconnected");
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> "an attached terminal failed");
        } finally {
            guests.remove(channel);
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        Files.deleteIfExists(file);
        for (var guest : guests) {
            guest.close();
        }
    }
}
