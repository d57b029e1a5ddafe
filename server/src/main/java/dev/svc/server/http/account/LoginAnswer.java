package dev.svc.server.http.account;

import dev.svc.server.auth.AccountChanges.Change;
import dev.svc.server.auth.NotStoredException;
import dev.svc.server.auth.TooManyAttemptsException;
import dev.svc.server.auth.TwoFactorBrokenException;
import dev.svc.server.http.account.LoginPages.Wrong;
import dev.svc.server.http.account.LoginText.Word;
import dev.svc.server.http.gate.FormFields;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Problem;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Map;
import java.util.function.UnaryOperator;

/// One answer of a login page: HTML (the page again, or the next one) for a form, JSON for everything else.
record LoginAnswer(ServerRequest request, ServerResponse response, LoginCookies sessions) {
    private static final HeaderName CSRF_TOKEN = HeaderNames.create("X-CSRF-Token");

    LoginText text() {
        return LoginText.wantedBy(
                request.headers().value(HeaderNames.ACCEPT_LANGUAGE).orElse(""));
    }

    /// Where a login leads.
    ReturnPath next() {
        return ReturnPath.of(request);
    }

    /// A CSRF token, also in the header for programs that read no HTML.
    String token() {
        String token = sessions.csrfToken(request, response);
        response.headers().set(CSRF_TOKEN, token);
        return token;
    }

    /// Does the work; on failure, a form gets its page again with the sentence, everything else the problem itself.
    ///
    /// @param again makes the page from the sentence that says what was wrong
    void trying(UnaryOperator<String> again, Runnable work) {
        try {
            work.run();
        } catch (TooManyAttemptsException wait) {
            refuse(AccountProblems.of(wait), again);
        } catch (TwoFactorBrokenException broken) {
            refuse(AccountProblems.of(broken), again);
        } catch (NotStoredException full) {
            refuse(AccountProblems.of(full), again);
        } catch (Problem problem) {
            refuse(problem, again);
        }
    }

    private void refuse(Problem problem, UnaryOperator<String> again) {
        if (!FormFields.isSentBy(request)) {
            throw problem;
        }
        long seconds = problem.retryAfter().toSeconds();
        if (seconds > 0) {
            response.headers().set(HeaderNames.RETRY_AFTER, String.valueOf(seconds));
        }
        page(problem.status(), again.apply(text().of(word(problem.code())).formatted(seconds)));
    }

    /// The sentence that a page has for a problem's code.
    static Word word(String code) {
        return switch (code) {
            case "bad_code" -> Word.WRONG_CODE;
            case "rate_limited" -> Word.WAIT;
            case "two_factor_broken" -> Word.BROKEN;
            case "not_stored" -> Word.NOT_STORED;
            case "unauthenticated" -> Word.START_AGAIN;
            default -> Word.WRONG;
        };
    }

    Wrong wrong(Change.Objection objection) {
        return switch (objection.reason()) {
            case LENGTH -> new Wrong(null, text().of(Word.LENGTH), null, null);
            case SAME -> new Wrong(null, text().of(Word.SAME), null, null);
            case DIFFERENT -> new Wrong(null, null, text().of(Word.DIFFER), null);
        };
    }

    void done(String next, Map<String, Boolean> json) {
        if (FormFields.isSentBy(request)) {
            seeOther(response, next);
        } else {
            Json.send(response, json);
        }
    }

    void page(int status, String html) {
        response.status(status);
        response.headers().set(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
        response.headers().set(HeaderNames.VARY, "Accept-Language, Cookie");
        response.send(html);
    }

    static void seeOther(ServerResponse response, String path) {
        response.status(303);
        response.headers().set(HeaderNames.LOCATION, path);
        response.send();
    }

    static void nothing(ServerResponse response) {
        response.status(204).send();
    }
}
