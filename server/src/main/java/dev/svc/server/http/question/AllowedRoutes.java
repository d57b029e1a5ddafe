package dev.svc.server.http.question;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.question.Questions;
import dev.svc.server.question.SettledQuestion;
import dev.svc.server.question.allowed.AllowedCommand;
import dev.svc.server.question.allowed.AllowedCommand.Place;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Commands that are allowed from then on. One is added by its receipt, so that nobody can add what was never asked and
/// allowed.
public final class AllowedRoutes {
    private static final String PATH = "/api/allowed-commands";

    private final Questions questions;
    private final AllowedBook book;

    public AllowedRoutes(Questions questions, AllowedBook book) {
        this.questions = questions;
        this.book = book;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, Policy.READ, this::list),
                Route.post(PATH, Policy.CHANGE, this::add),
                Route.delete(PATH + "/{id}", Policy.CHANGE, this::forget));
    }

    /// One of them as clients see it.
    ///
    /// @param project the id of the project in which it is allowed, or else `folder` has the folder
    public record View(
            String id,
            String command,
            @Nullable String project,
            @Nullable String folder,
            Instant since) {
        static View of(AllowedCommand it) {
            return switch (it.place()) {
                case Place.InProject place -> new View(it.id(), it.command(), place.project(), null, it.since());
                case Place.InFolder place ->
                    new View(it.id(), it.command(), null, PlainText.line(place.folder()), it.since());
            };
        }
    }

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        var all = book.all().stream().map(View::of).toList();
        Json.send(response, Map.of("in_force", book.isInForce(), "commands", all));
    }

    private void add(ServerRequest request, ServerResponse response, Visitor visitor) {
        var id = Body.of(request, "question").requireText("question");
        var settled = questions
                .findSettled(id)
                .orElseThrow(() -> Problem.notFound("There is no receipt of this id any more."));
        if (!book.isInForce()) {
            throw Problem.conflict("Commands are not allowed from now on while that is off in the settings.");
        }
        if (book.isFull()) {
            throw Problem.conflict("There are as many allowed commands as there can be: take one away first.");
        }
        if (!isOffered(settled)) {
            throw unfit();
        }
        var added = book.allow(settled.question(), visitor.actor()).orElseThrow(AllowedRoutes::unfit);
        response.status(201);
        Json.send(response, View.of(added));
    }

    private static Problem unfit() {
        return Problem.invalid(
                "question", "Only a command that was allowed once, and only reads, can be allowed here.");
    }

    /// Whether a person has allowed it, and it may be allowed from then on.
    static boolean isOffered(SettledQuestion settled) {
        return settled.isAllowedByPerson()
                && AllowedCommand.of(settled.question()).isPresent();
    }

    private void forget(ServerRequest request, ServerResponse response, Visitor visitor) {
        if (!book.forget(request.path().pathParameters().get("id"), visitor.actor())) {
            throw Problem.notFound("There is no allowed command of this id.");
        }
        response.status(204).send();
    }
}
