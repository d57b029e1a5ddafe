package dev.svc.server.engine.opencode.ask;

import dev.svc.server.engine.ask.AskLine;
import dev.svc.server.engine.ask.LineWay;
import dev.svc.server.engine.ask.SilentLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// opencode keeps a server where it is given a port: on loopback, behind a password of this launch alone.
public final class OpencodeLines implements LineWay {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int PASSWORD_BYTES = 32;

    /// Below what systems give to connections, so that nobody takes the port between now and the program's start.
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;
    private static final int TRIES = 50;

    private final String prefix;
    private final OpencodeLine.Times times;

    /// @param prefix of the program's variables
    public OpencodeLines(String prefix) {
        this(
                prefix,
                new OpencodeLine.Times(
                        Duration.ofMillis(250),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(45),
                        Duration.ofMillis(300),
                        InstantSource.system()));
    }

    OpencodeLines(String prefix, OpencodeLine.Times times) {
        this.prefix = prefix;
        this.times = times;
    }

    @Override
    public Prepared prepare(Path folder) {
        var bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        var password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var handle = new OpencodeHandle(freePort(), password);
        return new Prepared(
                List.of("--port", String.valueOf(handle.port()), "--hostname", LOOPBACK),
                Map.of(prefix + "SERVER_PASSWORD", password, prefix + "SERVER_USERNAME", OpencodeHandle.USER),
                handle.written());
    }

    private int freePort() {
        for (int tried = 0; tried < TRIES; tried++) {
            int port = new SecureRandom().nextInt(FIRST_PORT, LAST_PORT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free for opencode");
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    @Override
    public AskLine open(String handle, Optional<String> nativeId, long pid, Listener listener) {
        return OpencodeHandle.read(handle)
                .<AskLine>map(it -> OpencodeLine.open(it, nativeId, times, listener))
                .orElse(SilentLine.SILENT);
    }
}
