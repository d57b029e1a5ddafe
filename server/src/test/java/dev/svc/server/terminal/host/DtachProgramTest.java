package dev.svc.server.terminal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DtachProgramTest {
    private static final int PACKET = 10;
    private static final int KEYS = 2_000_000;

    @TempDir
    private Path folder;

    /// A master that empties its socket ahead of the writer sees where each write ends. It takes half a packet for a
    /// whole one, and then nothing it reads makes sense any more.
    @Test
    @Timeout(Waiting.SECONDS)
    void however_full_the_socket_is_no_packet_is_ever_torn() throws Exception {
        var address = UnixDomainSocketAddress.of(folder.resolve("s"));
        try (var door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.bind(address);
            var me = ProcessHandle.current();
            try (var program =
                            DtachProgram.attach(address, new DtachProcesses(me, me, true), folder.resolve("ending"));
                    var master = door.accept()) {
                var sent = CompletableFuture.runAsync(() -> send(program));
                var all = ByteBuffer.allocate(PACKET * 100_000);
                long expected = PACKET + (long) KEYS / 8 * PACKET;
                for (long read = 0; read < expected; read += all.position()) {
                    all.clear();
                    assertThat(master.read(all)).isPositive();
                    assertThat(all.position() % PACKET).isZero();
                }
                Waiting.result(sent);
            }
        }
    }

    private static void send(Program program) {
        try {
            program.write(new byte[KEYS]);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
