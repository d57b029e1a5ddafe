package dev.svc.server.http.share;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.catalog.Row;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.share.Shared;
import dev.svc.server.share.SharedChanges;
import dev.svc.server.share.SharedPage;
import dev.svc.server.share.Shares;
import dev.svc.server.share.Sharing;
import dev.svc.server.share.UnfitShareException;
import dev.svc.server.transcript.TurnView;
import dev.svc.server.transcript.export.Format;
import dev.svc.server.transcript.export.Head;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What of a conversation is shared: shown first, then made as a file or behind a link, and taken back.
public final class ShareRoutes {
    private static final Logger LOG = Logger.getLogger(ShareRoutes.class.getName());
    private static final String ONE = "/api/sessions/{sid}/share";
    private static final int USUAL_HOURS = 72;

    private final SessionRoutes sessions;
    private final Sharing sharing;
    private final Shares shares;
    private final ShareListener listener;

    public ShareRoutes(SessionRoutes sessions, Sharing sharing, Shares shares, ShareListener listener) {
        this.sessions = sessions;
        this.sharing = sharing;
        this.shares = shares;
        this.listener = listener;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ONE, Policy.READ, this::preview),
                Route.post(ONE, Policy.CHANGE, this::share),
                Route.get("/api/shares", Policy.READ, this::list),
                Route.delete("/api/shares/{id}", Policy.CHANGE, this::revoke));
    }

    /// What others would see.
    ///
    /// @param changes null where they are not asked for
    /// @param seen to be sent when it is shared, so that nothing else is
    public record Preview(
            int from,
            int to,
            int count,
            String title,
            List<TurnView> turns,
            @Nullable SharedChanges changes,
            List<Masked> masked,
            String seen) {
        static Preview of(SharedPage page) {
            return new Preview(
                    page.from(),
                    page.to(),
                    page.count(),
                    page.title(),
                    IntStream.range(0, page.turns().size())
                            .mapToObj(i ->
                                    TurnView.of(page.from() + i, page.turns().get(i), false))
                            .toList(),
                    page.changes(),
                    page.masked().entrySet().stream()
                            .map(it -> new Masked(it.getKey().word(), it.getValue()))
                            .sorted(java.util.Comparator.comparing(Masked::kind))
                            .toList(),
                    page.seen());
        }
    }

    /// How many secrets of one sort were masked.
    public record Masked(String kind, int count) {}

    /// A link, whose address is never said again.
    public record Linked(String url, Instant expiresAt, String id) {}

    /// A link as clients see it later.
    public record View(
            String id, String session, String title, int from, int to, Instant createdAt, Instant expiresAt) {
        static View of(Shared it) {
            return new View(
                    it.id(), it.session().toString(), it.title(), it.from(), it.to(), it.createdAt(), it.expiresAt());
        }
    }

    private void preview(ServerRequest request, ServerResponse response, Visitor visitor) {
        var query = new Parameters(request);
        int from = query.number("from", 0, Integer.MAX_VALUE, -1);
        int to = query.number("to", 0, Integer.MAX_VALUE, -1);
        var choice = new Sharing.Choice(from < 0 ? null : from, to < 0 ? null : to, query.flag("changes"));
        var row = sessions.seekRow(request);
        Json.send(response, Preview.of(page(row, choice)));
    }

    private void share(ServerRequest request, ServerResponse response, Visitor visitor) {
        var row = sessions.seekRow(request);
        var body = Json.read(request, Wish.class);
        var lasting = lasting(body.expiresHours());
        var turns = turns(body.turns());
        var page =
                page(row, new Sharing.Choice(turns.getFirst(), turns.getLast(), Boolean.TRUE.equals(body.changes())));
        if (body.seen() != null && !body.seen().equals(page.seen())) {
            throw Problem.conflict("What would be shared has changed since it was shown: look at it again.");
        }
        if (Boolean.TRUE.equals(body.link())) {
            link(row, page, lasting, response, visitor);
        } else {
            listener.downloaded(row.id(), page, visitor);
            var name = Format.HTML.fileName(Head.of(
                    row.facts(), page.title(), sessions.engines().label(row.id().engine())));
            response.headers().set(HeaderNames.CONTENT_TYPE, Format.HTML.type());
            response.headers().set(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"%s\"".formatted(name));
            response.send(page.html().getBytes(UTF_8));
        }
    }

    /// What is asked for.
    ///
    /// @param turns the first and the last one
    /// @param seen of the preview; null where nobody looked
    record Wish(
            @Nullable List<Integer> turns,
            @Nullable Boolean changes,
            @Nullable Integer expiresHours,
            @Nullable Boolean link,
            @Nullable String seen) {}

    private static List<Integer> turns(@Nullable List<Integer> given) {
        if (given == null || given.size() != 2 || given.stream().anyMatch(java.util.Objects::isNull)) {
            throw Problem.invalid("turns", "turns takes two numbers: the first turn and the last one.");
        }
        return given;
    }

    private static Duration lasting(@Nullable Integer hours) {
        int asked = hours == null ? USUAL_HOURS : hours;
        if (asked < 1 || asked > Shares.LONGEST.toHours()) {
            throw Problem.invalid(
                    "expires_hours", "A link lasts from 1 hour to %d hours.".formatted(Shares.LONGEST.toHours()));
        }
        return Duration.ofHours(asked);
    }

    private void link(Row row, SharedPage page, Duration lasting, ServerResponse response, Visitor visitor) {
        try {
            var link = shares.add(row.id(), page, lasting);
            try {
                listener.linked(link.shared(), page, visitor);
            } catch (RuntimeException notJournaled) {
                var _ = shares.revoke(link.shared().id()); // what nobody can look up later must not lead anywhere
                throw notJournaled;
            }
            response.status(201);
            Json.send(
                    response,
                    new Linked(
                            SharedPageRoute.PATH + link.token(),
                            link.shared().expiresAt(),
                            link.shared().id()));
        } catch (UnfitShareException unfit) {
            throw Problem.invalid(unfit.field(), unfit.sentence());
        } catch (IOException full) {
            throw notStored(full);
        }
    }

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        Json.send(response, Map.of("shares", shares.all().stream().map(View::of).toList()));
    }

    private void revoke(ServerRequest request, ServerResponse response, Visitor visitor) {
        try {
            var revoked = shares.revoke(request.path().pathParameters().get("id"))
                    .orElseThrow(() -> Problem.notFound("There is no link of this id; it may be over."));
            listener.revoked(revoked, visitor);
            response.status(204).send();
        } catch (IOException full) {
            throw notStored(full);
        }
    }

    private static Problem notStored(IOException full) {
        LOG.log(Level.WARNING, full, () -> "the links to shared pages cannot be written");
        return Problem.of(503, "not_stored", "The disk takes nothing now, so nothing was changed.");
    }

    private SharedPage page(Row row, Sharing.Choice choice) {
        var head = Head.of(
                row.facts(), row.title(), sessions.engines().label(row.id().engine()));
        try {
            return sharing.page(row.id(), head, choice);
        } catch (UnfitShareException unfit) {
            throw Problem.invalid(unfit.field(), unfit.sentence());
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "the conversation of " + row.id() + " could not be read");
            throw Problem.of(
                    422, "unreadable", "The program's log of this session cannot be read now; try again in a moment.");
        }
    }
}
