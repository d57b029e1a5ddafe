package dev.svc.server.http.account;

import dev.svc.server.auth.Auth;
import dev.svc.server.auth.NotStoredException;
import dev.svc.server.auth.SignInOutcome;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.passkey.Passkey;
import dev.svc.server.auth.passkey.PasskeyRefusedException;
import dev.svc.server.auth.passkey.RelyingParty;
import dev.svc.server.auth.passkey.UnfitPasskeyException;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Passkeys: the way in with one, their list, and the proof of a person who is signed in. No token opens these
/// addresses.
public final class PasskeyRoutes {
    private static final String PATH = "/api/passkeys";

    private final Auth auth;
    private final LoginCookies cookies;
    private final FreshProof fresh;
    private final String place;

    /// @param place what this installation is called where browsers show a passkey
    public PasskeyRoutes(Auth auth, LoginCookies cookies, FreshProof fresh, String place) {
        this.auth = auth;
        this.cookies = cookies;
        this.fresh = fresh;
        this.place = place;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/login/passkey/options", Policy.OPEN_FORM, this::signInOptions),
                Route.post("/login/passkey", Policy.OPEN_FORM, this::signIn),
                Route.get(PATH, Policy.READ, this::list),
                Route.post(PATH, Policy.CHANGE, this::add),
                Route.post(PATH + "/options", Policy.CHANGE, this::options),
                Route.delete(PATH + "/{id}", Policy.CHANGE, this::end),
                Route.get("/api/proof", Policy.READ, this::proven),
                Route.post("/api/proof", Policy.CHANGE, this::prove));
    }

    private void signInOptions(ServerRequest request, ServerResponse response, Visitor visitor) {
        requireAvailable();
        Body.ofOptional(request);
        Json.send(
                response, auth.passkeys().signInOptions(cookies.caller(request).source()));
    }

    private void signIn(ServerRequest request, ServerResponse response, Visitor visitor) {
        requireAvailable();
        var sent = PasskeyBody.used(Body.ofAtMost(PasskeyBody.LARGEST, request, PasskeyBody.used()));
        if (!(auth.signIn().passkey(sent, cookies.caller(request)) instanceof SignInOutcome.Entered entered)) {
            throw PasskeyBody.refused();
        }
        cookies.admit(response, entered.cookie());
        boolean change = auth.credentials().account().changeForced();
        Json.send(
                response,
                Map.of(
                        "authenticated",
                        true,
                        "next",
                        change ? "/change-password" : ReturnPath.of(request).path()));
    }

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        var obstacle = auth.passkeys().obstacle();
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("available", obstacle.isEmpty());
        view.put("why", obstacle.map(RelyingParty.Reason::word).orElse(null));
        view.put(
                "passkeys",
                auth.passkeys().passkeys().list().stream()
                        .map(PasskeyRoutes::view)
                        .toList());
        Json.send(response, view);
    }

    private static Map<String, @Nullable Object> view(Passkey passkey) {
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("id", passkey.id());
        view.put("name", passkey.name());
        view.put("created_at", passkey.createdAt());
        view.put("last_used_at", passkey.lastUsedAt());
        view.put("synced", passkey.synced());
        return view;
    }

    private void options(ServerRequest request, ServerResponse response, Visitor visitor) {
        requireAvailable();
        Login login = requireLogin(request);
        var options = switch (Body.of(request, "for").requireText("for")) {
            case "proof" -> auth.passkeys().proofOptions(login.handle());
            case "create" -> {
                fresh.require(visitor);
                yield createOptions(login);
            }
            default -> throw Problem.badRequest("The field for takes create or proof.");
        };
        Json.send(response, options);
    }

    private Map<String, Object> createOptions(Login login) {
        try {
            return auth.passkeys()
                    .createOptions(login.handle(), auth.credentials().account().name(), place);
        } catch (IOException full) {
            throw new NotStoredException("The new passkey", full);
        }
    }

    private void add(ServerRequest request, ServerResponse response, Visitor visitor) {
        requireAvailable();
        Login login = requireLogin(request);
        var body = Body.ofAtMost(
                PasskeyBody.LARGEST,
                request,
                "name",
                "id",
                "client_data",
                "authenticator_data",
                "public_key",
                "algorithm");
        var name = body.requireText("name");
        var sent = PasskeyBody.made(body);
        fresh.require(visitor);
        try {
            var added = auth.desk().addPasskey(sent, name, login, cookies.caller(request));
            response.status(201);
            Json.send(response, view(added));
        } catch (PasskeyRefusedException refused) {
            throw Problem.invalid("id", "This passkey was not accepted: it has to make sure who uses it. Try again.");
        } catch (UnfitPasskeyException unfit) {
            throw Problem.invalid(unfit.field(), String.valueOf(unfit.getMessage()));
        }
    }

    private void end(ServerRequest request, ServerResponse response, Visitor visitor) {
        Login login = requireLogin(request);
        fresh.require(visitor);
        var id = request.path().pathParameters().get("id");
        if (auth.desk().endPasskey(id, login, cookies.caller(request)).isEmpty()) {
            throw Problem.notFound("There is no such passkey.");
        }
        LoginAnswer.nothing(response);
    }

    private void proven(ServerRequest request, ServerResponse response, Visitor visitor) {
        fresh.require(visitor);
        LoginAnswer.nothing(response);
    }

    private void prove(ServerRequest request, ServerResponse response, Visitor visitor) {
        Login login = requireLogin(request);
        var body = Body.ofAtMost(PasskeyBody.LARGEST, request, "password", "code", "passkey");
        var proof = PasskeyBody.proof(body, login.handle()).orElseThrow(PasskeyBody::oneOfThem);
        fresh.prove(visitor, proof, cookies.caller(request));
        LoginAnswer.nothing(response);
    }

    /// Refuses where there can be no passkeys, and says what to do about it.
    private void requireAvailable() {
        auth.passkeys().obstacle().ifPresent(reason -> {
            throw reason == RelyingParty.Reason.NO_LOGIN
                    ? Problem.forbidden("disabled", reason.sentence())
                    : Problem.conflict(reason.sentence());
        });
    }

    private Login requireLogin(ServerRequest request) {
        return cookies.findLogin(RequestHead.of(request))
                .orElseThrow(() -> auth.passkeys()
                        .obstacle()
                        .filter(RelyingParty.Reason.NO_LOGIN::equals)
                        .map(none -> Problem.forbidden("disabled", none.sentence()))
                        .orElseGet(Problem::unauthenticated));
    }
}
