package dev.svc.server.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.http.BadRequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a connection's bytes, and accepts chunks only as RFC 9112 defines them: the bytes that Helidon skips after a
/// chunk must be its line end, and a chunk's length must be a plain number. A proxy that reads them differently would
/// see another request than the server.
final class StrictReader extends DataReader {
    private static final Pattern CHUNK_LENGTH = Pattern.compile("[0-9A-Fa-f]{1,8}");

    private final HelidonSocket socket;
    private final Connection connection;

    /// Set while a content is read, whose bytes may be any. The connection's thread is alone with it.
    private boolean content;

    StrictReader(HelidonSocket socket, Connection connection) {
        super(() -> next(socket, connection));
        this.socket = socket;
        this.connection = connection;
    }

    /// A client that stops sending in the middle of a request is not a failure, and there is nothing to answer.
    private static byte[] next(HelidonSocket socket, Connection connection) {
        byte[] bytes = pulled(socket, connection);
        if (bytes == null) {
            throw new CloseConnectionException("The client has gone.");
        }
        return bytes;
    }

    private static byte @Nullable [] pulled(HelidonSocket socket, Connection connection) {
        try {
            byte[] bytes = socket.get();
            connection.heard();
            return bytes;
        } catch (UncheckedIOException broken) {
            throw new ServerConnectionException("The connection broke off.", broken);
        }
    }

    /// What comes next from the client, past everything that was gathered; null at its end.
    byte @Nullable [] client() {
        return pulled(socket, connection);
    }

    @Override
    public BufferData readBuffer() {
        content = true;
        try {
            return super.readBuffer();
        } finally {
            content = false;
        }
    }

    @Override
    public BufferData readBuffer(int length) {
        content = true;
        try {
            return super.readBuffer(length);
        } finally {
            content = false;
        }
    }

    /// Two bytes outside the content are always the end of a line.
    @Override
    public void skip(int length) {
        if (!content && length == 2 && !startsWithNewLine()) {
            throw ambiguous("A chunk does not end where its length says.");
        }
        super.skip(length);
    }

    /// Helidon reads whole lines of chunks only: their lengths, and the empty one after the last.
    @Override
    public String readLine() {
        content = true;
        String line;
        try {
            line = super.readLine();
        } finally {
            content = false;
        }
        if (!line.isEmpty() && !CHUNK_LENGTH.matcher(line).matches()) {
            throw ambiguous("The length of a chunk is not understood.");
        }
        return line;
    }

    private BadRequestException ambiguous(String sentence) {
        connection.endAfterAnswer();
        return new BadRequestException(sentence);
    }
}
