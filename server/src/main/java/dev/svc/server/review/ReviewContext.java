package dev.svc.server.review;

import dev.svc.server.review.model.Answer;
import dev.svc.server.review.model.Setup;
import dev.svc.server.session.SessionId;
import java.util.List;
import java.util.Optional;

/// What the review asks of the rooms around it.
public interface ReviewContext {

    /// The settings as they are now.
    Setup setup();

    /// Every session that is not archived, the one that changed last first.
    List<Subject> active();

    Optional<Subject> find(SessionId session);

    /// About the last `characters` of the conversation.
    String transcript(SessionId session, int characters);

    /// What the session's terminal shows; empty without one.
    String screen(SessionId session);

    /// Gives a session a title, if it has none yet.
    void title(SessionId session, String title);

    /// What a review that was made just now says of a session.
    void reviewed(SessionId session, Answer answer);

    /// Something about the session, or with an empty one about the run, is new.
    void changed(Optional<SessionId> session);
}
