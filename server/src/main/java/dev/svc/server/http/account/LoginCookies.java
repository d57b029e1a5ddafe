package dev.svc.server.http.account;

import dev.svc.server.auth.Account;
import dev.svc.server.auth.Auth;
import dev.svc.server.auth.AuthMode;
import dev.svc.server.auth.TokenCheck;
import dev.svc.server.auth.TooManyAttemptsException;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.CookieHolder;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.http.gate.Authenticator;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Visitor;
import dev.svc.shared.net.AddressRange;
import io.helidon.http.HeaderNames;
import io.helidon.http.SetCookie;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// Maps cookies to logins, and tokens to programs: the gate asks about a request, the login pages set them.
public final class LoginCookies implements Authenticator {
    private final Auth auth;
    private final boolean https;
    private final IntSupplier port;

    /// Gets the port lazily, because port 0 is only resolved once the server is bound. Cookies ignore ports, so their
    /// name includes it.
    ///
    /// @param https whether the public origin is, so that the cookies may have the `__Host-` name
    public LoginCookies(Auth auth, boolean https, IntSupplier port) {
        this.auth = auth;
        this.https = https;
        this.port = port;
    }

    @Override
    public Entry enter(RequestHead head) {
        Account account = auth.credentials().account();
        if (auth.mode() == AuthMode.NONE) {
            return new Entry.Resident(new Visitor(account.name(), null, address(head)), false);
        }
        return findLogin(head)
                .<Entry>map(login -> new Entry.Resident(
                        new Visitor(account.name(), login.handle(), address(head)), account.changeForced()))
                .orElseGet(Entry.Stranger::new);
    }

    @Override
    public Program program(RequestHead head, String token) {
        TokenCheck.Bearer bearer;
        try {
            bearer = auth.api()
                    .check()
                    .find(token, caller(head))
                    .orElseThrow(() -> Problem.of(
                            401,
                            "unauthenticated",
                            "This token holds no more, or is none: make one under Settings, Security."));
        } catch (TooManyAttemptsException wait) {
            throw AccountProblems.of(wait);
        }
        var found = bearer.token();
        var name = auth.credentials().account().name();
        var author = bearer.author();
        if (author != null) {
            // It comes from this service itself, whose address says nothing of who asks.
            var asking = new Visitor(name, null, null, author, bearer.scopes().contains(Scope.DRIVE));
            return new Program(asking, bearer.scopes());
        }
        var visitor = found == null
                ? new Visitor(name, null, address(head), "cli", true)
                : new Visitor(
                        name,
                        found.id(),
                        address(head),
                        "token:" + found.name(),
                        found.scopes().contains(Scope.DRIVE));
        return new Program(visitor, bearer.scopes());
    }

    /// A socket does not say where it comes from before it is open: its failures are this host's.
    private Caller caller(RequestHead head) {
        var peer = head.peer() == null
                ? InetAddress.getLoopbackAddress()
                : AddressRange.findAddress(head.peer()).orElseGet(InetAddress::getLoopbackAddress);
        List<String> forwarded = head.forwardedFor() == null ? List.of() : List.of(head.forwardedFor());
        return auth.proxies().caller(peer, forwarded, "");
    }

    @Override
    public boolean holdsCsrfToken(RequestHead head, Entry entry) {
        String token = head.csrfToken();
        return token != null
                && findBearer(head)
                        .filter(bearer -> auth.csrf().fits(bearer.id(), token))
                        .isPresent();
    }

    /// The login of this cookie. A second cookie of the same name counts only when the first is invalid.
    Optional<CookieHolder> findBearer(RequestHead head) {
        List<CookieHolder> bearers = cookies(head, sessionName()).stream()
                .flatMap(value -> auth.logins().bearer(value).stream())
                .toList();
        return bearers.size() == 1 ? Optional.of(bearers.getFirst()) : Optional.empty();
    }

    Optional<Login> findLogin(RequestHead head) {
        return findBearer(head).flatMap(CookieHolder::findLogin);
    }

    /// A CSRF token for the visitor, with a new anonymous cookie if there is none.
    public String csrfToken(ServerRequest request, ServerResponse response) {
        Optional<CookieHolder> bearer = findBearer(RequestHead.of(request));
        if (bearer.isPresent()) {
            return auth.csrf().token(bearer.get().id());
        }
        String cookie = auth.logins().anonymous();
        set(response, sessionName(), cookie, null);
        return auth.csrf().token(auth.logins().bearer(cookie).orElseThrow().id());
    }

    void admit(ServerResponse response, String cookie) {
        set(response, sessionName(), cookie, Login.ABSOLUTE);
        forgetPreAuth(response);
    }

    void forget(ServerResponse response) {
        set(response, sessionName(), "", null);
    }

    Optional<String> findPreAuth(ServerRequest request) {
        List<String> values = cookies(RequestHead.of(request), preAuthName()).stream()
                .filter(auth.preAuth()::holds)
                .toList();
        return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
    }

    void holdPreAuth(ServerResponse response, String cookie) {
        set(response, preAuthName(), cookie, PreAuth.LIFETIME);
    }

    void forgetPreAuth(ServerResponse response) {
        set(response, preAuthName(), "", null);
    }

    /// Who asks, for penalties and for the list of logins.
    Caller caller(ServerRequest request) {
        InetAddress peer = request.remotePeer().address() instanceof InetSocketAddress socket
                ? socket.getAddress()
                : InetAddress.getLoopbackAddress();
        List<String> forwarded = request.headers().all(HeaderNames.X_FORWARDED_FOR, List::of);
        return auth.proxies()
                .caller(
                        peer,
                        forwarded,
                        request.headers().value(HeaderNames.USER_AGENT).orElse(""));
    }

    private @Nullable String address(RequestHead head) {
        List<String> forwarded = head.forwardedFor() == null ? List.of() : List.of(head.forwardedFor());
        return head.peer() == null ? null : auth.proxies().address(head.peer(), forwarded);
    }

    private String sessionName() {
        return https ? "__Host-svc_session" : "svc_session_" + port.getAsInt();
    }

    private String preAuthName() {
        return https ? "__Host-svc_preauth" : "svc_preauth_" + port.getAsInt();
    }

    private static void set(ServerResponse response, String name, String value, @Nullable Duration lifetime) {
        var cookie = SetCookie.builder(name, value)
                .path("/")
                .httpOnly(true)
                .secure(true)
                .sameSite(SetCookie.SameSite.LAX);
        if (value.isEmpty()) {
            cookie.expires(Instant.EPOCH); // the library leaves out a Max-Age of zero
        } else if (lifetime != null) {
            cookie.maxAge(lifetime);
        }
        response.headers().addCookie(cookie.build());
    }

    private static List<String> cookies(RequestHead head, String name) {
        var values = new ArrayList<String>();
        String header = head.cookies() == null ? "" : head.cookies();
        for (String part : header.split(";", -1)) {
            String pair = part.strip();
            if (pair.startsWith(name + "=")) {
                values.add(pair.substring(name.length() + 1));
            }
        }
        return values;
    }
}
