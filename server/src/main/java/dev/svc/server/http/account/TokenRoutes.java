package dev.svc.server.http.account;

import dev.svc.server.auth.Auth;
import dev.svc.server.auth.NotStoredException;
import dev.svc.server.auth.SecurityNote;
import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.token.ApiToken;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.auth.token.Tokens;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The tokens of programs, made and ended by a person: no token opens these addresses.
public final class TokenRoutes {
    private static final String PATH = "/api/tokens";

    private final Auth auth;
    private final LoginCookies cookies;
    private final Consumer<SecurityNote> journal;
    private final FreshProof fresh;

    public TokenRoutes(Auth auth, LoginCookies cookies, Consumer<SecurityNote> journal, FreshProof fresh) {
        this.auth = auth;
        this.cookies = cookies;
        this.journal = journal;
        this.fresh = fresh;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, Policy.READ, this::list),
                Route.post(PATH, Policy.CHANGE, this::create),
                Route.delete(PATH + "/{id}", Policy.CHANGE, this::end));
    }

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        Json.send(
                response,
                Map.of(
                        "tokens",
                        auth.api().kept().list().stream().map(TokenRoutes::view).toList()));
    }

    private static Map<String, @Nullable Object> view(ApiToken token) {
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("id", token.id());
        view.put("name", token.name());
        view.put("scopes", token.sortedScopes().stream().map(Scope::word).toList());
        view.put("created_at", token.createdAt());
        view.put("expires_at", token.expiresAt());
        view.put("last_used_at", token.lastUsedAt());
        return view;
    }

    private void create(ServerRequest request, ServerResponse response, Visitor visitor) throws IOException {
        var body = Body.of(request, "name", "scopes", "expires_at", "password", "code", "passkey");
        var name = body.requireText("name");
        var scopes = scopes(body.texts("scopes").orElse(List.of()));
        var expiresAt = body.text("expires_at").map(TokenRoutes::time).orElse(null);
        var login = cookies.findLogin(RequestHead.of(request)).orElse(null);
        var proof = PasskeyBody.proof(body, login == null ? "" : login.handle());
        fresh.require(visitor, proof, cookies.caller(request));
        try {
            var made = auth.api().kept().create(name, scopes, expiresAt);
            journal.accept(SecurityNote.about(What.TOKEN_CREATED, made.token(), cookies.caller(request), login));
            var view = new LinkedHashMap<>(view(made.token()));
            view.remove("last_used_at");
            view.remove("created_at");
            view.put("token", made.text());
            response.status(201);
            Json.send(response, view);
        } catch (Tokens.RefusedException refused) {
            throw Problem.invalid("name", String.valueOf(refused.getMessage()));
        } catch (IOException full) {
            throw new NotStoredException("The new token", full);
        }
    }

    private static Set<Scope> scopes(List<String> words) {
        var scopes = EnumSet.noneOf(Scope.class);
        for (var word : words) {
            scopes.add(Scope.find(word)
                    .orElseThrow(() -> Problem.invalid("scopes", "A scope is one of read, organise and drive.")));
        }
        if (scopes.isEmpty()) {
            throw Problem.invalid("scopes", "A token needs at least one of read, organise and drive.");
        }
        return scopes;
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException none) {
            throw Problem.invalid("expires_at", "expires_at takes a time such as 2026-12-31T00:00:00Z.");
        }
    }

    private void end(ServerRequest request, ServerResponse response, Visitor visitor) throws IOException {
        var ended = auth.api()
                .kept()
                .end(request.path().pathParameters().get("id"))
                .orElseThrow(() -> Problem.notFound("There is no such token."));
        var login = cookies.findLogin(RequestHead.of(request)).orElse(null);
        journal.accept(SecurityNote.about(What.TOKEN_ENDED, ended, cookies.caller(request), login));
        LoginAnswer.nothing(response);
    }
}
