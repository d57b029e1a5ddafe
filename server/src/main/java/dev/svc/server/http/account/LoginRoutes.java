package dev.svc.server.http.account;

import dev.svc.server.auth.Account;
import dev.svc.server.auth.AccountChanges.Change;
import dev.svc.server.auth.AccountChanges.Wish;
import dev.svc.server.auth.Auth;
import dev.svc.server.auth.AuthMode;
import dev.svc.server.auth.SignInOutcome;
import dev.svc.server.auth.login.Login;
import dev.svc.server.http.account.LoginPages.Wrong;
import dev.svc.server.http.account.LoginText.Word;
import dev.svc.server.http.gate.FormFields;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The way in and out: three pages that are complete without scripts, whose posts take a form or JSON.
public final class LoginRoutes {
    private final Auth auth;
    private final LoginCookies cookies;
    private final LoginPages pages;

    /// @param place what this installation is called on the pages
    public LoginRoutes(Auth auth, LoginCookies cookies, String place, String version) {
        this.auth = auth;
        this.cookies = cookies;
        this.pages = new LoginPages(place, version);
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/login", Policy.OPEN, this::loginPage),
                Route.post("/login", Policy.OPEN_FORM, this::login),
                Route.get("/login/totp", Policy.OPEN, this::codePage),
                Route.post("/login/totp", Policy.OPEN_FORM, this::code),
                Route.post("/logout", Policy.PENDING_FORM, this::logout),
                Route.get("/change-password", Policy.OPEN, this::changePage),
                Route.post("/change-password", Policy.PENDING_FORM, this::change),
                Route.get(
                        "/api/auth-check", Policy.READ, (request, response, visitor) -> LoginAnswer.nothing(response)),
                LoginAsset.STYLE.route(),
                LoginAsset.SCRIPT.route());
    }

    private record Password(
            @Nullable String username, @Nullable String password) {}

    private record Code(@Nullable String code) {}

    private void loginPage(ServerRequest request, ServerResponse response, Visitor visitor) {
        if (visitor.name() != null) {
            LoginAnswer.seeOther(response, ReturnPath.of(request).path());
            return;
        }
        LoginAnswer answer = answer(request, response);
        answer.page(200, loginPage(answer, "", null));
    }

    private String loginPage(LoginAnswer answer, String user, @Nullable String wrong) {
        boolean passkeys = auth.passkeys().isOffered();
        return pages.login(answer.text(), answer.token(), answer.next(), user, wrong, passkeys);
    }

    private void login(ServerRequest request, ServerResponse response, Visitor visitor) {
        LoginAnswer answer = answer(request, response);
        if (auth.mode() == AuthMode.NONE) {
            answer.done("/", Map.of("authenticated", true));
            return;
        }
        Password sent = FormFields.of(request)
                .map(form -> new Password(form.find("username"), form.find("password")))
                .orElseGet(() -> Json.read(request, Password.class, FormFields.LARGEST));
        String user = require("username", sent.username());
        String password = require("password", sent.password());
        answer.trying(
                wrong -> loginPage(answer, user, wrong),
                () -> enter(
                        answer, auth.signIn().password(user, password, cookies.caller(request)), "bad_credentials"));
    }

    private void codePage(ServerRequest request, ServerResponse response, Visitor visitor) {
        if (cookies.findPreAuth(request).isEmpty()) {
            LoginAnswer.seeOther(response, "/login");
            return;
        }
        LoginAnswer answer = answer(request, response);
        answer.page(200, pages.code(answer.text(), answer.token(), answer.next(), null));
    }

    private void code(ServerRequest request, ServerResponse response, Visitor visitor) {
        LoginAnswer answer = answer(request, response);
        String code = require(
                "code",
                FormFields.of(request)
                        .map(form -> new Code(form.find("code")))
                        .orElseGet(() -> Json.read(request, Code.class, FormFields.LARGEST))
                        .code());
        Optional<String> half = cookies.findPreAuth(request);
        answer.trying(
                wrong -> half.isPresent()
                        ? pages.code(answer.text(), answer.token(), answer.next(), wrong)
                        : loginPage(answer, "", wrong),
                () -> enter(
                        answer,
                        half.map(cookie -> auth.signIn().code(cookie, code, cookies.caller(request)))
                                .orElseGet(SignInOutcome.StartAgain::new),
                        "bad_code"));
    }

    private void enter(LoginAnswer answer, SignInOutcome outcome, String refusal) {
        switch (outcome) {
            case SignInOutcome.Entered entered -> {
                cookies.admit(answer.response(), entered.cookie());
                boolean change = auth.credentials().account().changeForced();
                answer.done(change ? "/change-password" : answer.next().path(), Map.of("authenticated", true));
            }
            case SignInOutcome.CodeNeeded needed -> {
                cookies.holdPreAuth(answer.response(), needed.cookie());
                answer.done(answer.next().on("/login/totp"), Map.of("two_factor_required", true));
            }
            case SignInOutcome.Refused refused ->
                throw Problem.of(401, refusal, LoginText.ENGLISH.of(LoginAnswer.word(refusal)));
            case SignInOutcome.StartAgain startAgain ->
                throw Problem.of(401, "unauthenticated", LoginText.ENGLISH.of(Word.START_AGAIN));
        }
    }

    private void logout(ServerRequest request, ServerResponse response, Visitor visitor) {
        cookies.findLogin(RequestHead.of(request))
                .ifPresent(login -> auth.signIn().out(login, cookies.caller(request)));
        cookies.forget(response);
        if (FormFields.isSentBy(request)) {
            LoginAnswer.seeOther(response, "/login");
        } else {
            LoginAnswer.nothing(response);
        }
    }

    private void changePage(ServerRequest request, ServerResponse response, Visitor visitor) {
        requireLoginMode();
        if (visitor.name() == null) {
            LoginAnswer.seeOther(response, "/login");
            return;
        }
        changePage(answer(request, response), 200, Wrong.NOTHING);
    }

    private void changePage(LoginAnswer answer, int status, Wrong wrong) {
        answer.page(
                status,
                pages.changePassword(
                        answer.text(), answer.token(), auth.credentials().account(), wrong));
    }

    private void change(ServerRequest request, ServerResponse response, Visitor visitor) {
        requireLoginMode();
        LoginAnswer answer = answer(request, response);
        Optional<FormFields> form = FormFields.of(request);
        Wish wish = form.map(PasswordChange::of).orElseGet(() -> PasswordChange.of(request));
        Login login = cookies.findLogin(RequestHead.of(request)).orElseThrow(Problem::unauthenticated);
        Account account = auth.credentials().account();
        answer.trying(
                wrong -> pages.changePassword(
                        answer.text(), answer.token(), account, new Wrong(null, null, null, wrong)),
                () -> {
                    Change change = auth.desk().changePassword(wish, login, cookies.caller(request));
                    if (change instanceof Change.Done || form.isEmpty()) {
                        PasswordChange.requireDone(change);
                        answer.done("/", Map.of("changed", true));
                    } else {
                        changePage(answer, change instanceof Change.WrongPassword ? 401 : 422, wrong(answer, change));
                    }
                });
    }

    private static Wrong wrong(LoginAnswer answer, Change change) {
        return switch (change) {
            case Change.Done done -> Wrong.NOTHING;
            case Change.WrongPassword current -> new Wrong(answer.text().of(Word.WRONG_CURRENT), null, null, null);
            case Change.Objection objection -> answer.wrong(objection);
        };
    }

    private void requireLoginMode() {
        if (auth.mode() == AuthMode.NONE) {
            throw Problem.forbidden("disabled", "There is no password: SVC_AUTH_MODE is none.");
        }
    }

    private LoginAnswer answer(ServerRequest request, ServerResponse response) {
        return new LoginAnswer(request, response, cookies);
    }

    static String require(String field, @Nullable String value) {
        if (value == null) {
            throw Problem.badRequest("The field " + field + " is missing.");
        }
        return value;
    }
}
