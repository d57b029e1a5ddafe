package dev.svc.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.metadata.Actor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.session.SessionId;

/// Keeps single sessions out of the review. Journaled with the settings: visible, and undone like any of them.
public final class LeavingOut {
    static final String PATH = ReviewSettings.NAME + ".left_out";

    private final Metadata metadata;

    public LeavingOut(Metadata metadata) {
        this.metadata = metadata;
    }

    /// Keeps a session out, or lets it in again.
    public void set(SessionId session, boolean leftOut, Actor actor) {
        var patch = JsonNodeFactory.instance.objectNode();
        var list = patch.putObject(ReviewSettings.NAME).putObject("left_out");
        if (leftOut) {
            list.put(session.toString(), true);
        } else {
            var now = metadata.organisation();
            list.putNull(session.toString());
            now.setting(PATH)
                    .fieldNames()
                    .forEachRemaining(name -> SessionId.find(name)
                            .filter(other -> now.resolve(other).equals(session))
                            .ifPresent(_ -> list.putNull(name)));
        }
        var _ = metadata.changeSettings(patch, actor);
    }
}
