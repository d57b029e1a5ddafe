package dev.svc.server.http.push;

import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.push.Push;
import dev.svc.server.push.PushDevice;
import dev.svc.server.push.PushDevices;
import dev.svc.server.push.PushNotStoredException;
import dev.svc.server.push.QuietHours;
import dev.svc.server.push.UnfitPushException;
import dev.svc.server.push.post.Posted;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// The devices that are told of questions.
public final class PushRoutes {
    private static final String PATH = "/api/push";
    private static final String ONE = PATH + "/{id}";
    private static final int MOST_TESTS = 4;
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Push push;
    private final Listener listener;

    /// Each holds a thread while a push service makes up its mind.
    private final Semaphore tests = new Semaphore(MOST_TESTS);

    /// Hears who adds devices and takes them away.
    public interface Listener {
        void added(PushDevice device, Visitor by);

        void removed(PushDevice device, Visitor by);
    }

    public PushRoutes(Push push, Listener listener) {
        this.push = push;
        this.listener = listener;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, Policy.READ, kept(this::list)),
                Route.post(PATH, Policy.CHANGE, kept(this::add)),
                Route.patch(ONE, Policy.CHANGE, kept(this::change)),
                Route.delete(ONE, Policy.CHANGE, kept(this::remove)),
                Route.post(ONE + "/test", Policy.CHANGE, kept(this::test)));
    }

    /// A disk that takes nothing is said as it is.
    private static Route.Answer kept(Route.Answer answer) {
        return (request, response, visitor) -> {
            try {
                answer.answer(request, response, visitor);
            } catch (PushNotStoredException full) {
                throw Problem.of(503, "not_stored", String.valueOf(full.getMessage()));
            } catch (UnfitPushException unfit) {
                throw Problem.invalid(unfit.field(), unfit.sentence());
            }
        };
    }

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        var all = push.devices().all().stream().map(PushDeviceView::of).toList();
        Json.send(response, Map.of("public_key", push.publicKey(), "devices", all));
    }

    private void add(ServerRequest request, ServerResponse response, Visitor visitor) throws UnfitPushException {
        var body = Body.of(request, "endpoint", "keys", "name");
        var keys = body.object("keys", "p256dh", "auth")
                .orElseThrow(() -> Problem.badRequest("The field keys is missing."));
        var added = push.add(
                body.requireText("endpoint"),
                keys.requireText("p256dh"),
                keys.requireText("auth"),
                body.requireText("name"));
        if (added.isNew()) {
            listener.added(added.device(), visitor);
            response.status(201);
        }
        Json.send(response, PushDeviceView.of(added.device()));
    }

    private void change(ServerRequest request, ServerResponse response, Visitor visitor) throws UnfitPushException {
        var body = Body.of(request, "name", "quiet", "hide_content");
        var change = new PushDevices.Change(
                body.text("name").orElse(null),
                body.has("quiet"),
                body.object("quiet", "from", "to").map(PushRoutes::quiet).orElse(null),
                body.flag("hide_content").orElse(null));
        var device = push.devices().change(id(request), change).orElseThrow(PushRoutes::unknown);
        Json.send(response, PushDeviceView.of(device));
    }

    private static QuietHours quiet(Body body) {
        int from = minute(body, "from");
        int to = minute(body, "to");
        if (!QuietHours.areFit(from, to)) {
            throw Problem.invalid(
                    "quiet", "Quiet hours go from one minute of the day to another, each from 0 to 1439.");
        }
        return new QuietHours(from, to);
    }

    private static int minute(Body body, String name) {
        return body.number(name).orElseThrow(() -> Problem.badRequest("The field %s is missing.".formatted(name)));
    }

    private void remove(ServerRequest request, ServerResponse response, Visitor visitor) {
        var device = push.devices().remove(id(request)).orElseThrow(PushRoutes::unknown);
        listener.removed(device, visitor);
        response.status(204).send();
    }

    private void test(ServerRequest request, ServerResponse response, Visitor visitor) throws InterruptedException {
        if (!tests.tryAcquire()) {
            throw Problem.rateLimited("Several tests are under way: try again in a moment.", SOON);
        }
        try {
            Json.send(response, outcome(push.test(id(request)).orElseThrow(PushRoutes::unknown)));
        } finally {
            tests.release();
        }
    }

    private static Map<String, @Nullable Object> outcome(Posted posted) {
        var outcome = new HashMap<String, @Nullable Object>();
        if (posted.isPrivate()) {
            outcome.put("status", "private");
        } else if (posted.isUnreachable()) {
            outcome.put("status", "unreachable");
        } else {
            outcome.put("status", posted.isAccepted() ? "accepted" : "refused");
            outcome.put("http", posted.status());
        }
        return outcome;
    }

    private static String id(ServerRequest request) {
        return request.path().pathParameters().get("id");
    }

    private static Problem unknown() {
        return Problem.notFound("There is no device of this id, or no address of this place.");
    }
}
