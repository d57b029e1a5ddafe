package dev.svc.server.http.live;

import dev.svc.server.catalog.SessionView.Question;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.status.Picture;
import dev.svc.shared.vital.OwnedBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one page has been shown of the running programs, and what it lacks. It remembers the last picture of each and
/// no other: a page that reads slowly misses pictures, and gathers none.
final class BoardNews {
    @OwnedBy("the thread of the stream")
    private Map<SessionId, Picture> shown = Map.of();

    /// A picture as a page gets it.
    private record Tile(
            String sid, String status, @Nullable Question question, List<String> lines, int cols, int rows) {
        static Tile of(Picture it) {
            return new Tile(
                    it.session().toString(),
                    it.status().word(),
                    Question.of(it.asking()),
                    it.lines(),
                    it.cols(),
                    it.rows());
        }
    }

    /// What has changed since the last call, from then on known to the page.
    ///
    /// @param now all that run
    List<LiveEvent> next(Collection<Picture> now) {
        var news = new ArrayList<LiveEvent>();
        var running = new LinkedHashMap<SessionId, Picture>();
        for (var picture : now) {
            running.put(picture.session(), picture);
            if (!picture.equals(shown.get(picture.session()))) {
                news.add(LiveEvent.of("tile", Tile.of(picture)));
            }
        }
        for (var session : shown.keySet()) {
            if (!running.containsKey(session)) {
                news.add(LiveEvent.of("ended", Map.of("sid", session.toString())));
            }
        }
        shown = running;
        return news;
    }
}
