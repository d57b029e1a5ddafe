package dev.svc.server.wiring.share;

import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.share.ShareListener;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.session.SessionId;
import dev.svc.server.share.Shared;
import dev.svc.server.share.SharedPage;
import java.util.HashMap;
import java.util.Map;

/// Journals what left the host, by whom and until when; never by which link.
public record ShareLog(Metadata metadata) implements ShareListener {
    @Override
    public void downloaded(SessionId session, SharedPage page, Visitor by) {
        note(Kind.SHARED, details(session, page, "file"), by);
    }

    @Override
    public void linked(Shared shared, SharedPage page, Visitor by) {
        var details = details(shared.session(), page, "link");
        details.put("share", shared.id());
        details.put("expires_at", shared.expiresAt().toString());
        note(Kind.SHARED, details, by);
    }

    private static Map<String, String> details(SessionId session, SharedPage page, String how) {
        var details = new HashMap<String, String>();
        details.put("session", session.toString());
        details.put("turns", turns(page.from(), page.to()));
        details.put("how", how);
        if (page.changes() != null) {
            details.put("changes", "shared");
        }
        return details;
    }

    @Override
    public void revoked(Shared shared, Visitor by) {
        note(
                Kind.SHARE_REVOKED,
                Map.of(
                        "session",
                        shared.session().toString(),
                        "turns",
                        turns(shared.from(), shared.to()),
                        "share",
                        shared.id()),
                by);
    }

    /// As people count them.
    private static String turns(int from, int to) {
        return (from + 1) + "-" + (to + 1);
    }

    private void note(Kind kind, Map<String, String> details, Visitor by) {
        var _ = metadata.security(new SecurityEvent(kind, details), by.actor());
    }
}
