package dev.svc.server.terminal.host;

import static java.nio.charset.StandardCharsets.US_ASCII;
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
import org.junit.jupiter.api.io.TempDir;

class DtachProgramTest {
    private static final int PACKET = 10;
    private static final int KEYS = 2_000_000;

    @TempDir
    private Path folder;

    /// A master that empties its socket ahead of the writer sees where each write ends. It takes half a packet for a
    /// whole one, and then nothing it reads makes sense any more.
    @Test
    void however_full_the_socket_is_no_packet_is_ever_torn() throws Exception {
        try (var door = door();
                var program = attach(door);
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

    @Test
    void a_master_that_ends_before_it_took_every_key_is_read_to_its_last_byte_and_then_has_ended() throws Exception {
        try (var door = door();
                var program = attach(door)) {
            try (var master = door.accept()) {
                program.write(new byte[] {'k'});
                master.write(ByteBuffer.wrap("the last words".getBytes(US_ASCII)));
            }
            byte[] into = new byte[100];

            assertThat(new String(into, 0, program.read(into), US_ASCII)).isEqualTo("the last words");
            assertThat(program.read(into)).isEqualTo(-1);
        }
    }

    private ServerSocketChannel door() throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(folder.resolve("s")));
    }

    private Program attach(ServerSocketChannel door) throws IOException {
        var me = ProcessHandle.current();
        var address = (UnixDomainSocketAddress) door.getLocalAddress();
        return DtachProgram.attach(address, new DtachProcesses(me, me, true), folder.resolve("ending"));
    }

    private static void send(Program program) {
        try {
            program.write(new byte[KEYS]);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
