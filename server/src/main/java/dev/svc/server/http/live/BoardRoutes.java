package dev.svc.server.http.live;

import dev.svc.server.http.account.LoginEnds;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.terminal.status.Picture;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.sse.SseEvent;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.sse.SseSink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;

/// The stream of what all running programs show: everything first, then what changes. Each stream looks by itself, at
/// its own pace, so that nothing is looked at for nobody, and a page that does not read waits alone.
public final class BoardRoutes {
    /// Between two looks, and so between two pictures of one session.
    static final Duration PACE = Duration.ofMillis(250);

    /// So many looks without news say that the stream is alive: every 15 seconds.
    static final int SILENCE = 60;

    private static final HeaderName BUFFERING = HeaderNames.create("X-Accel-Buffering");

    private final Supplier<? extends Collection<Picture>> pictures;
    private final LiveEvents streams;
    private final LoginEnds logins;
    private final Pace pace;

    /// When to look again.
    @FunctionalInterface
    interface Pace {
        /// Waits for the next look; false when the stream is over.
        boolean next(LiveReader reader) throws InterruptedException;
    }

    /// @param pictures of all living terminals
    /// @param streams which end with the service
    public BoardRoutes(Supplier<? extends Collection<Picture>> pictures, LiveEvents streams, LoginEnds logins) {
        this(pictures, streams, logins, reader -> reader.next(PACE) == null);
    }

    BoardRoutes(Supplier<? extends Collection<Picture>> pictures, LiveEvents streams, LoginEnds logins, Pace pace) {
        this.pictures = pictures;
        this.streams = streams;
        this.logins = logins;
        this.pace = pace;
    }

    public Route route() {
        return Route.get("/api/board", Policy.API_READ, this::stream);
    }

    private void stream(ServerRequest request, ServerResponse response, Visitor visitor) throws InterruptedException {
        response.headers().set(BUFFERING, "no");
        var reader = streams.joinApart();
        reader.writtenBy(Thread.currentThread());
        try (var sink = response.sink(SseSink.TYPE);
                var _ = logins.whenOver(visitor, reader::end)) {
            follow(sink, reader);
        } finally {
            reader.left();
            streams.leave(reader);
        }
    }

    private void follow(SseSink sink, LiveReader reader) throws InterruptedException {
        var board = new BoardNews();
        board.next(pictures.get()).forEach(event -> send(sink, event));
        send(sink, LiveEvent.of("complete", Map.of()));
        int silent = 0;
        while (pace.next(reader)) {
            var news = board.next(pictures.get());
            news.forEach(event -> send(sink, event));
            silent = news.isEmpty() ? silent + 1 : 0;
            if (silent == SILENCE) {
                send(sink, LiveEvent.of("heartbeat", Map.of()));
                silent = 0;
            }
        }
    }

    private static void send(SseSink sink, LiveEvent event) {
        sink.emit(SseEvent.builder()
                .name(event.type())
                .data(new String(Json.bytes(event.data()), StandardCharsets.UTF_8))
                .build());
    }
}
