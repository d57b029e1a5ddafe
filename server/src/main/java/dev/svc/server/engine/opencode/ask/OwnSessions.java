package dev.svc.server.engine.opencode.ask;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Whose questions are told: those of one session and of the agents below it. The person may have gone on to another
/// session in the same terminal, whose questions are not told as this one's.
final class OwnSessions {
    private static final int MOST = 500;
    private static final int DEEPEST = 8;

    private final Optional<String> own;
    private final OpencodeApi api;
    private final Map<String, String> parents = new HashMap<>();

    /// @param own empty while the program has shown none: whatever it asks then, svc has begun
    OwnSessions(Optional<String> own, OpencodeApi api) {
        this.own = own;
        this.api = api;
    }

    boolean has(String session) throws InterruptedException {
        if (own.isEmpty()) {
            return true;
        }
        var at = session;
        for (int depth = 0; depth < DEEPEST && !at.isEmpty(); depth++) {
            if (at.equals(own.get())) {
                return true;
            }
            at = parent(at);
        }
        return false;
    }

    /// Empty where there is none, or where nobody says so.
    private String parent(String session) throws InterruptedException {
        var known = parents.get(session);
        if (known != null) {
            return known;
        }
        try {
            var parent = api.get("/session/" + session).path("parentID").asText();
            if (!parent.isEmpty() && !OpencodeDialog.SESSION.matcher(parent).matches()) {
                return "";
            }
            if (parents.size() < MOST) {
                parents.put(session, parent);
            }
            return parent;
        } catch (IOException unknown) {
            return "";
        }
    }
}
