package dev.svc.server.http.account;

import dev.svc.server.auth.AccountChanges.Proof;
import dev.svc.server.auth.Auth;
import dev.svc.server.auth.AuthMode;
import dev.svc.server.auth.login.Login;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.FormFields;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sign-in settings of the signed-in person: password, second factor, the list of logins.
public final class AccountRoutes {
    private final Auth auth;
    private final LoginCookies cookies;
    private final FreshProof fresh;

    public AccountRoutes(Auth auth, LoginCookies cookies, FreshProof fresh) {
        this.auth = auth;
        this.cookies = cookies;
        this.fresh = fresh;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/password", Policy.CHANGE, this::password),
                Route.get("/api/2fa", Policy.READ, this::twoFactor),
                Route.post("/api/2fa/enroll", Policy.CHANGE, this::enroll),
                Route.post("/api/2fa/confirm", Policy.CHANGE, this::confirm),
                Route.post("/api/2fa/enroll/confirm", Policy.CHANGE, this::confirm),
                Route.post("/api/2fa/disable", Policy.CHANGE, this::disable),
                Route.post("/api/2fa/recovery-codes", Policy.CHANGE, this::recoveryCodes),
                Route.delete("/api/2fa/wrong-codes", Policy.CHANGE, this::wrongCodesSeen),
                Route.get("/api/logins", Policy.READ, this::logins),
                Route.delete("/api/logins", Policy.CHANGE, this::endOthers),
                Route.delete("/api/logins/{id}", Policy.CHANGE, this::end));
    }

    private record Code(@Nullable String code) {}

    private record Row(
            String id, Instant createdAt, Instant lastSeenAt, String address, String agent, boolean current) {}

    private void password(ServerRequest request, ServerResponse response, Visitor visitor) {
        Login login = requireLogin(request);
        var wish = PasswordChange.of(request);
        PasswordChange.requireDone(auth.desk().changePassword(wish, login, cookies.caller(request)));
        LoginAnswer.nothing(response);
    }

    private void twoFactor(ServerRequest request, ServerResponse response, Visitor visitor) {
        boolean on = auth.mode() == AuthMode.SINGLE_USER && auth.twoFactor().isOn();
        Json.send(
                response,
                Map.of("enabled", on, "recovery_codes_left", auth.twoFactor().recoveryCodesLeft()));
    }

    private void enroll(ServerRequest request, ServerResponse response, Visitor visitor) {
        requireLogin(request);
        fresh.require(visitor);
        var enrolment = auth.twoFactor()
                .enroll(auth.credentials().account().name())
                .orElseThrow(() -> Problem.conflict("Two-factor is on already: turn it off before enrolling anew."));
        Json.send(
                response,
                Map.of(
                        "secret", enrolment.secret(),
                        "otpauth_uri", enrolment.uri(),
                        "recovery_codes", enrolment.recoveryCodes()));
    }

    private void confirm(ServerRequest request, ServerResponse response, Visitor visitor) {
        Login login = requireLogin(request);
        String code = LoginRoutes.require(
                "code", Json.read(request, Code.class, FormFields.LARGEST).code());
        switch (auth.twoFactor().confirm(code, login, cookies.caller(request))) {
            case ON -> Json.send(response, Map.of("enabled", true));
            case WRONG_CODE ->
                throw Problem.of(
                        401, "bad_code", "That code is not right. Check the clock of the phone and of the host.");
            case NOTHING_TO_CONFIRM ->
                throw Problem.conflict(
                        "There is no enrolment to confirm, or it is older than 15 minutes: start again.");
        }
    }

    private void disable(ServerRequest request, ServerResponse response, Visitor visitor) {
        Login login = requireLogin(request);
        Proof proof = proof(request, login);
        requireOn();
        if (!auth.desk().disableTwoFactor(proof, login, cookies.caller(request))) {
            throw FreshProof.wrong(proof);
        }
        Json.send(response, Map.of("enabled", false));
    }

    private void recoveryCodes(ServerRequest request, ServerResponse response, Visitor visitor) {
        Login login = requireLogin(request);
        Proof proof = proof(request, login);
        requireOn();
        List<String> codes = auth.desk()
                .renewRecoveryCodes(proof, login, cookies.caller(request))
                .orElseThrow(() -> FreshProof.wrong(proof));
        Json.send(response, Map.of("recovery_codes", codes));
    }

    private void wrongCodesSeen(ServerRequest request, ServerResponse response, Visitor visitor) {
        requireLogin(request);
        auth.wrongCodes().seen();
        LoginAnswer.nothing(response);
    }

    private void logins(ServerRequest request, ServerResponse response, Visitor visitor) {
        List<Row> rows = auth.logins().list().stream()
                .map(login -> new Row(
                        login.handle(),
                        login.createdAt(),
                        login.lastSeenAt(),
                        login.address(),
                        login.agent(),
                        login.handle().equals(visitor.login())))
                .toList();
        Json.send(response, Map.of("logins", rows));
    }

    private void end(ServerRequest request, ServerResponse response, Visitor visitor) {
        Login login = requireLogin(request);
        String id = request.path().pathParameters().get("id");
        if (!auth.signIn().end(id, login, cookies.caller(request))) {
            throw Problem.notFound("There is no such login.");
        }
        LoginAnswer.nothing(response);
    }

    private void endOthers(ServerRequest request, ServerResponse response, Visitor visitor) {
        Login login = requireLogin(request);
        auth.signIn().endOthers(login, cookies.caller(request));
        LoginAnswer.nothing(response);
    }

    private static Proof proof(ServerRequest request, Login login) {
        var body = Body.ofAtMost(PasskeyBody.LARGEST, request, "password", "code", "passkey");
        return PasskeyBody.proof(body, login.handle()).orElseThrow(PasskeyBody::oneOfThem);
    }

    private void requireOn() {
        if (!auth.twoFactor().isOn()) {
            throw Problem.conflict("Two-factor is off.");
        }
    }

    private Login requireLogin(ServerRequest request) {
        if (auth.mode() == AuthMode.NONE) {
            throw Problem.forbidden("disabled", "There are no logins: SVC_AUTH_MODE is none.");
        }
        return cookies.findLogin(RequestHead.of(request)).orElseThrow(Problem::unauthenticated);
    }
}
