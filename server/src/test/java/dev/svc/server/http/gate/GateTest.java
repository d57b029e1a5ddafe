package dev.svc.server.http.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.auth.token.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
    private static final String OURS = "http://127.0.0.1:8765";
    private static final Visitor ADMIN = new Visitor("admin", "login-1", "127.0.0.1");
    private static final Visitor PROGRAM = new Visitor("admin", "a", "127.0.0.1", "token:report", false);

    private final Origins loopback = new Origins(Optional.empty(), List.of("box.lan:8765"), () -> 8765);

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8765", "localhost:8765", "[::1]:8765", "LocalHost:8765", "box.lan:8765"})
    void a_known_host_is_answered(String host) {
        assertThatCode(() -> enter(gate(resident()), request().host(host).head(), Policy.OPEN))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "127.0.0.1",
                "127.0.0.1:8766",
                "127.0.0.1:8765, evil.example",
                "127.0.0.1:8765.evil.example",
                ""
            })
    void a_foreign_host_is_refused_even_where_everything_is_open(String host) {
        assertRefused(request().host(host).head(), Policy.OPEN, 403, "host");
    }

    @Test
    void a_missing_host_is_refused() {
        assertRefused(request().host(null).head(), Policy.OPEN, 403, "host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "https://127.0.0.1:8765",
                "http://127.0.0.1:8766",
                "http://evil.example",
                "http://127.0.0.1:8765.evil.example",
                "http://127.0.0.1:8765/"
            })
    void a_change_from_a_foreign_origin_is_refused(String origin) {
        assertRefused(request().origin(origin).head(), Policy.CHANGE, 403, "origin");
    }

    @Test
    void a_change_without_origin_needs_our_referer() {
        assertRefused(request().origin(null).head(), Policy.CHANGE, 403, "origin");
        assertRefused(
                request().origin(null).referer("http://evil.example/" + OURS).head(), Policy.CHANGE, 403, "origin");
        assertThat(enter(
                        gate(resident()),
                        request().origin(null).referer(OURS + "/settings").head(),
                        Policy.CHANGE))
                .isEqualTo(ADMIN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "none"})
    void a_change_that_the_browser_calls_foreign_is_refused(String site) {
        assertRefused(request().fetchSite(site).head(), Policy.CHANGE, 403, "origin");
    }

    @Test
    void a_socket_needs_our_origin_and_a_referer_does_not_do() {
        assertRefused(request().origin(null).referer(OURS + "/").socket().head(), Policy.READ, 403, "origin");
        assertThat(enter(gate(resident()), request().socket().head(), Policy.READ))
                .isEqualTo(ADMIN);
    }

    @Test
    void reading_needs_no_origin() {
        assertThat(enter(
                        gate(resident()),
                        request().origin("http://evil.example").head(),
                        Policy.READ))
                .isEqualTo(ADMIN);
    }

    @Test
    void a_stranger_reads_what_is_open_and_nothing_else() {
        assertThat(enter(gate(new Authenticator.Entry.Stranger()), request().head(), Policy.OPEN)
                        .name())
                .isNull();
        assertThatThrownBy(() -> enter(
                        gate(new Authenticator.Entry.Stranger()), request().head(), Policy.READ))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(401));
    }

    @Test
    void a_change_needs_the_token() {
        assertRefused(request().csrf("wrong").head(), Policy.CHANGE, 403, "csrf");
        assertRefused(request().csrf(null).head(), Policy.CHANGE, 403, "csrf");
    }

    @Test
    void a_pending_password_change_closes_all_but_the_change_itself() {
        Gate pending = gate(new Authenticator.Entry.Resident(ADMIN, true));
        assertThatThrownBy(() -> enter(pending, request().head(), Policy.READ))
                .isInstanceOfSatisfying(Problem.class, problem -> {
                    assertThat(problem.code()).isEqualTo("password_change_required");
                    assertThat(problem.detail()).isEqualTo("password change required");
                });
        assertThat(enter(pending, request().head(), Policy.PENDING_FORM)).isEqualTo(ADMIN);
    }

    @Test
    void a_public_origin_takes_the_place_of_the_loopback_origins_but_not_of_the_loopback_hosts() {
        var origins = new Origins(Optional.of("https://svc.example.org"), List.of(), () -> 8765);
        assertThat(origins.allowsOrigin("https://svc.example.org")).isTrue();
        assertThat(origins.allowsOrigin(OURS)).isFalse();
        assertThat(origins.allowsHost("svc.example.org")).isTrue();
        assertThat(origins.allowsHost("127.0.0.1:8765")).isTrue();
        assertThat(origins.allowsHost("example.org")).isFalse();
    }

    private void assertRefused(RequestHead head, Policy policy, int status, String code) {
        assertThatThrownBy(() -> enter(gate(resident()), head, policy))
                .isInstanceOfSatisfying(Problem.class, problem -> {
                    assertThat(problem.status()).isEqualTo(status);
                    assertThat(problem.code()).isEqualTo(code);
                });
    }

    /// Both halves of the check, in the order in which a request meets them.
    private static Visitor enter(Gate gate, RequestHead head, Policy policy) {
        gate.requireOurPlace(head, policy);
        return gate.requireVisitor(head, policy);
    }

    private static Authenticator.Entry stranger() {
        return new Authenticator.Entry.Stranger();
    }

    private static Authenticator.Entry resident() {
        return new Authenticator.Entry.Resident(ADMIN, false);
    }

    private Gate gate(Authenticator.Entry entry) {
        return new Gate(loopback, new Authenticator() {
            @Override
            public Entry enter(RequestHead head) {
                return entry;
            }

            @Override
            public boolean holdsCsrfToken(RequestHead head, Entry ignored) {
                return "token".equals(head.csrfToken());
            }

            @Override
            public Program program(RequestHead head, String token) {
                if (!token.equals("svc_a_b")) {
                    throw Problem.unauthenticated();
                }
                return new Program(PROGRAM, EnumSet.of(Scope.READ));
            }
        });
    }

    @Test
    void a_program_needs_neither_origin_nor_cookie_nor_csrf_token() {
        var head = request().origin(null).csrf(null).bearer("svc_a_b").head();
        var reading = Policy.CHANGE.forTokens(Scope.READ);

        assertThat(enter(gate(stranger()), head, reading)).isEqualTo(PROGRAM);
    }

    @Test
    void a_program_is_refused_where_its_scope_is_not_the_routes() {
        var head = request().bearer("svc_a_b").head();

        assertRefused(head, Policy.API_DRIVE, 403, "scope");
        assertRefused(head, Policy.READ, 403, "scope");
    }

    @Test
    void a_token_counts_for_what_stands_there_and_the_cookie_beside_it_for_nothing() {
        assertRefused(request().bearer("svc_a_c").head(), Policy.API_READ, 401, "unauthenticated");
        assertRefused(request().bearer("").head(), Policy.API_READ, 401, "unauthenticated");
    }

    @Test
    void a_page_from_elsewhere_is_refused_whatever_it_brings() {
        var head = request().bearer("svc_a_b").origin("https://evil.example").head();

        assertRefused(head, Policy.CHANGE.forTokens(Scope.READ), 403, "origin");
        assertRefused(
                request().bearer("svc_a_b").origin(null).fetchSite("cross-site").head(),
                Policy.CHANGE.forTokens(Scope.READ),
                403,
                "origin");
    }

    @Test
    void where_no_login_is_needed_a_token_is_not_looked_at() {
        assertThatCode(() -> enter(gate(stranger()), request().bearer("none").head(), Policy.OPEN))
                .doesNotThrowAnyException();
    }

    private static Head request() {
        return new Head("127.0.0.1:8765", OURS, null, null, "token", null, false);
    }

    /// A request of our own page; each test changes one thing in it.
    private record Head(
            @Nullable String host,
            @Nullable String origin,
            @Nullable String referer,
            @Nullable String fetchSite,
            @Nullable String csrf,
            @Nullable String bearer,
            boolean socketUpgrade) {

        Head host(@Nullable String other) {
            return new Head(other, origin, referer, fetchSite, csrf, bearer, socketUpgrade);
        }

        Head origin(@Nullable String other) {
            return new Head(host, other, referer, fetchSite, csrf, bearer, socketUpgrade);
        }

        Head referer(String other) {
            return new Head(host, origin, other, fetchSite, csrf, bearer, socketUpgrade);
        }

        Head fetchSite(String other) {
            return new Head(host, origin, referer, other, csrf, bearer, socketUpgrade);
        }

        Head csrf(@Nullable String other) {
            return new Head(host, origin, referer, fetchSite, other, bearer, socketUpgrade);
        }

        Head bearer(String other) {
            return new Head(host, origin, referer, fetchSite, csrf, other, socketUpgrade);
        }

        Head socket() {
            return new Head(host, origin, referer, fetchSite, csrf, bearer, true);
        }

        RequestHead head() {
            return new RequestHead(
                    host, origin, referer, fetchSite, null, csrf, bearer, null, "127.0.0.1", socketUpgrade);
        }
    }
}
