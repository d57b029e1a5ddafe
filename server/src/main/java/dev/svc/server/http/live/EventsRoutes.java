package dev.svc.server.http.live;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.http.account.LoginEnds;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.SessionRoutes;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.sse.SseEvent;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.sse.SseSink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The event stream that keeps open pages up to date. After a disconnect it resumes from the number of the last entry.
public final class EventsRoutes {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    /// For gaps larger than this, asking for the lists again is cheaper.
    private static final long MOST_MISSED = 2_000;

    private static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");
    private static final HeaderName BUFFERING = HeaderNames.create("X-Accel-Buffering");

    private final LiveEvents events;
    private final Catalog catalog;
    private final SessionRoutes sessions;
    private final LoginEnds logins;
    private final Duration heartbeat;

    public EventsRoutes(LiveEvents events, Catalog catalog, SessionRoutes sessions, LoginEnds logins) {
        this(events, catalog, sessions, logins, HEARTBEAT);
    }

    EventsRoutes(LiveEvents events, Catalog catalog, SessionRoutes sessions, LoginEnds logins, Duration heartbeat) {
        this.events = events;
        this.catalog = catalog;
        this.sessions = sessions;
        this.logins = logins;
        this.heartbeat = heartbeat;
    }

    public List<Route> routes() {
        return List.of(Route.get("/api/events", Policy.API_READ, this::stream));
    }

    private void stream(ServerRequest request, ServerResponse response, Visitor visitor) throws InterruptedException {
        var after = request.headers().value(LAST_EVENT_ID).flatMap(EventsRoutes::number);
        response.headers().set(BUFFERING, "no");
        var reader = events.join();
        reader.writtenBy(Thread.currentThread());
        try (var sink = response.sink(SseSink.TYPE);
                var _ = logins.whenOver(visitor, reader::end)) {
            long shown = catchUp(sink, after);
            follow(sink, reader, shown);
        } finally {
            reader.left();
            events.leave(reader);
        }
    }

    private static Optional<Long> number(String text) {
        return text.matches("[0-9]{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    /// Sends what the page missed, and where the stream starts.
    private long catchUp(SseSink sink, Optional<Long> after) {
        long head = events.metadata().organisation().seq();
        if (after.isPresent() && (after.get() > head || head - after.get() > MOST_MISSED)) {
            send(sink, LiveEvent.resync(head));
        } else if (after.isPresent()) {
            missed(after.get(), head).forEach(event -> send(sink, event));
        }
        send(sink, new LiveEvent("heartbeat", head, Map.of(), null));
        return head;
    }

    /// Coalesces what was missed: one event per thing that changed, in its latest state.
    private List<LiveEvent> missed(long after, long head) {
        var latest = new LinkedHashMap<Map.Entry<String, Object>, LiveEvent>();
        events.metadata().journal().read(after, link -> {
            LiveEvents.of(link.entry()).ifPresent(event -> {
                var about = Map.entry(event.type(), event.data());
                latest.remove(about);
                latest.put(about, event);
            });
            return link.entry().seq() < head;
        });
        return List.copyOf(latest.values());
    }

    private void follow(SseSink sink, LiveReader reader, long shown) throws InterruptedException {
        for (var event = reader.next(heartbeat); event == null || !event.isEnd(); event = reader.next(heartbeat)) {
            if (event == null) {
                send(sink, LiveEvent.of("heartbeat", Map.of()));
            } else if (event.seq() == null || event.seq() > shown) {
                send(sink, event);
            }
        }
    }

    private void send(SseSink sink, LiveEvent event) {
        var sse =
                SseEvent.builder().name(event.type()).data(new String(Json.bytes(data(event)), StandardCharsets.UTF_8));
        if (event.seq() != null) {
            sse.id(Long.toString(event.seq()));
        }
        sink.emit(sse.build());
    }

    /// A session's event carries its row; without one there is only its id.
    private Object data(LiveEvent event) {
        var session = event.session();
        return session == null
                ? event.data()
                : catalog.find(session).<Object>map(sessions::view).orElse(event.data());
    }
}
