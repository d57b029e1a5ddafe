package dev.svc.server.http.gate;

import dev.svc.server.http.gate.Authenticator.Entry;
import dev.svc.server.http.gate.Authenticator.Entry.Resident;
import java.util.Optional;

/// The one check in front of every route, for requests and for socket upgrades alike: Host, Origin, Sec-Fetch-Site,
/// login, CSRF token, forced password change, in this order.
///
/// A program that brings an API token is asked for that alone, behind Host and an Origin that it need not name: no
/// page can make a browser send one. Where a token stands, a cookie beside it counts for nothing.
public final class Gate {
    private final Origins origins;
    private final Authenticator authenticator;

    public Gate(Origins origins, Authenticator authenticator) {
        this.origins = origins;
        this.authenticator = authenticator;
    }

    /// The part that needs no login: a cross-site page is refused before anything else is read.
    public void requireOurPlace(RequestHead head, Policy policy) {
        if (!origins.allowsHost(head.host())) {
            throw Problem.forbidden("host", "This address is not one that svc answers to.");
        }
        if ((policy.changesState() || head.socket()) && !comesFromOurPage(head, policy)) {
            throw Problem.forbidden("origin", "This request does not come from svc's own page.");
        }
    }

    /// The part that needs the cookie: returns the visitor, or throws the [Problem] that says why not.
    public Visitor requireVisitor(RequestHead head, Policy policy) {
        String token = head.bearer();
        if (token != null && isProgram(head, policy)) {
            return requireProgram(head, token, policy);
        }
        Entry entry = authenticator.enter(head);
        Optional<Resident> resident = entry instanceof Resident found ? Optional.of(found) : Optional.empty();
        if (policy.login() && resident.isEmpty()) {
            throw Problem.unauthenticated();
        }
        if (policy.changesState() && !authenticator.holdsCsrfToken(head, entry)) {
            throw Problem.forbidden("csrf", "The CSRF token is missing or wrong: reload the page and try again.");
        }
        if (!policy.whileChangePending()
                && resident.filter(Resident::mustChangePassword).isPresent()) {
            throw Problem.forbidden("password_change_required", "password change required");
        }
        return resident.map(Resident::visitor).orElseGet(() -> Visitor.anonymous(head.peer()));
    }

    private Visitor requireProgram(RequestHead head, String token, Policy policy) {
        var program = authenticator.program(head, token);
        var needed = policy.scope();
        if (needed == null) {
            throw Problem.forbidden("scope", "This address takes a person's login, and no token.");
        }
        if (!program.scopes().contains(needed)) {
            throw Problem.forbidden("scope", "This token lacks the scope %s.".formatted(needed.word()));
        }
        return program.visitor();
    }

    private static boolean isProgram(RequestHead head, Policy policy) {
        return policy.login() && head.bearer() != null;
    }

    private boolean comesFromOurPage(RequestHead head, Policy policy) {
        boolean sameSite = head.fetchSite() == null || head.fetchSite().equals("same-origin");
        if (head.origin() != null) {
            return sameSite && origins.allowsOrigin(head.origin());
        }
        if (isProgram(head, policy)) {
            return sameSite && (head.referer() == null || origins.allowsReferer(head.referer()));
        }
        return sameSite && !head.socket() && origins.allowsReferer(head.referer());
    }
}
