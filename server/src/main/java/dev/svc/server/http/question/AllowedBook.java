package dev.svc.server.http.question;

import dev.svc.server.metadata.event.Actor;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.allowed.AllowedCommand;
import java.util.List;
import java.util.Optional;

/// Keeps the commands that people have allowed from then on.
public interface AllowedBook {

    /// Whether svc allows them by itself; nothing is added while it does not.
    boolean isInForce();

    /// The newest first.
    List<AllowedCommand> all();

    /// Whether there are as many as there may be.
    boolean isFull();

    /// Where the command of a question would be allowed; empty where nobody knows where it runs.
    Optional<AllowedCommand.Place> placeOf(OpenQuestion question);

    /// Adds the command of a question, if it is not there yet; empty where it is none that may be added.
    Optional<AllowedCommand> allow(OpenQuestion question, Actor actor);

    /// Takes one away; false when there is none of this id.
    boolean forget(String id, Actor actor);
}
