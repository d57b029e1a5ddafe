package dev.svc.server.http.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.status.Picture;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BoardNewsTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");
    private static final Asking ASKING = new Asking("q1", "Go on?", Instant.EPOCH, List.of(), "digest");
    private static final Picture BEFORE = new Picture(ONE, Status.IDLE, null, List.of("ready"), 80, 24);

    private final BoardNews news = new BoardNews();

    static List<Picture> changes() {
        return List.of(
                new Picture(ONE, Status.IDLE, null, List.of("ready", ">"), 80, 24),
                new Picture(ONE, Status.WORKING, null, List.of("ready"), 80, 24),
                new Picture(ONE, Status.IDLE, ASKING, List.of("ready"), 80, 24),
                new Picture(ONE, Status.IDLE, null, List.of("ready"), 81, 24),
                new Picture(ONE, Status.IDLE, null, List.of("ready"), 80, 25));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void what_has_changed_is_told_once(Picture after) {
        news.next(List.of(BEFORE));
        assertThat(news.next(List.of(after))).extracting(LiveEvent::type).containsExactly("tile");
        assertThat(news.next(List.of(after))).isEmpty();
    }

    @Test
    void everything_is_told_at_first_and_what_stays_the_same_never_again() {
        var other = new Picture(TWO, Status.WORKING, null, List.of(), 80, 24);
        assertThat(news.next(List.of(BEFORE, other)))
                .extracting(LiveEvent::type)
                .containsExactly("tile", "tile");
        var same = new Picture(ONE, Status.IDLE, null, List.of("re" + "ady"), 80, 24);
        assertThat(news.next(List.of(other, same))).isEmpty();
    }

    @Test
    void one_that_has_ended_is_told_of_and_comes_back_whole() {
        news.next(List.of(BEFORE));
        assertThat(news.next(List.of())).containsExactly(LiveEvent.of("ended", Map.of("sid", "engine_2:one")));
        assertThat(news.next(List.of())).isEmpty();
        assertThat(news.next(List.of(BEFORE))).extracting(LiveEvent::type).containsExactly("tile");
    }
}
