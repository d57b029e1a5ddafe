package dev.svc.server.wiring.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.svc.server.http.system.ReviewRoutes;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// People's marks for the review on single sessions: excluded, or handled. Journaled with the settings: visible, and
/// undone like any of them.
public final class ReviewMarks implements ReviewRoutes.Marks {
    private static final String LEFT_OUT = "left_out";
    private static final String SEEN = "seen";

    private final Metadata metadata;
    private volatile Read last = new Read(Organisation.EMPTY, Map.of(), Map.of());

    /// Read once per state of the organisation: every row asks.
    private record Read(Organisation of, Map<SessionId, JsonNode> leftOut, Map<SessionId, JsonNode> seen) {}

    public ReviewMarks(Metadata metadata) {
        this.metadata = metadata;
    }

    @Override
    public void leaveOut(SessionId session, boolean leftOut, Actor actor) {
        set(LEFT_OUT, session, leftOut ? BooleanNode.TRUE : NullNode.getInstance(), actor);
    }

    @Override
    public void see(SessionId session, @Nullable Instant review, Actor actor) {
        set(SEEN, session, review == null ? NullNode.getInstance() : TextNode.valueOf(review.toString()), actor);
    }

    boolean isLeftOut(SessionId session) {
        return read().leftOut().containsKey(session);
    }

    /// Whether the review of that moment was marked as handled; a later review counts again.
    boolean isSeen(SessionId session, Instant review) {
        var seen = read().seen().get(session);
        return seen != null && seen.asText().equals(review.toString());
    }

    /// Under its present id; a mark under a former one is moved along.
    private void set(String list, SessionId session, JsonNode value, Actor actor) {
        var now = metadata.organisation();
        var patch = JsonNodeFactory.instance.objectNode();
        var below = patch.putObject(ReviewSettings.NAME).putObject(list);
        now.setting(path(list))
                .fieldNames()
                .forEachRemaining(name -> SessionId.find(name)
                        .filter(other -> now.resolve(other).equals(session))
                        .ifPresent(_ -> below.putNull(name)));
        below.set(session.toString(), value);
        var _ = metadata.changeSettings(patch, actor);
    }

    private Read read() {
        var now = metadata.organisation();
        var known = last;
        if (known.of() != now) {
            known = new Read(now, read(now, LEFT_OUT), read(now, SEEN));
            last = known;
        }
        return known;
    }

    /// By the ids that the sessions go by now.
    private static Map<SessionId, JsonNode> read(Organisation now, String list) {
        var found = new HashMap<SessionId, JsonNode>();
        now.setting(path(list))
                .properties()
                .forEach(it -> SessionId.find(it.getKey()).ifPresent(id -> found.put(now.resolve(id), it.getValue())));
        return found;
    }

    private static String path(String list) {
        return ReviewSettings.NAME + "." + list;
    }
}
