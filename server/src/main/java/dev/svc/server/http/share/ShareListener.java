package dev.svc.server.http.share;

import dev.svc.server.http.gate.Visitor;
import dev.svc.server.session.SessionId;
import dev.svc.server.share.Shared;
import dev.svc.server.share.SharedPage;

/// Hears who shares what, and who takes it back.
public interface ShareListener {
    /// As a file: nothing of it stays here.
    void downloaded(SessionId session, SharedPage page, Visitor by);

    void linked(Shared shared, SharedPage page, Visitor by);

    void revoked(Shared shared, Visitor by);
}
