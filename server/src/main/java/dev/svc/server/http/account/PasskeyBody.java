package dev.svc.server.http.account;

import dev.svc.server.auth.AccountChanges.Proof;
import dev.svc.server.auth.passkey.SentPasskey;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Problem;
import java.util.Optional;
import java.util.stream.Stream;

/// What pages send of passkeys and of other proofs. Only `auth` knows what it means.
final class PasskeyBody {
    /// Longer than anything an authenticator makes.
    static final int LARGEST = 32 << 10;

    private static final String[] USED = {"id", "client_data", "authenticator_data", "signature", "user_handle"};

    private PasskeyBody() {}

    static String[] used() {
        return USED.clone();
    }

    static SentPasskey.Used used(Body body) {
        return new SentPasskey.Used(
                body.requireText("id"),
                body.requireText("client_data"),
                body.requireText("authenticator_data"),
                body.requireText("signature"),
                body.text("user_handle").orElse(null));
    }

    static SentPasskey.Made made(Body body) {
        return new SentPasskey.Made(
                body.requireText("id"),
                body.requireText("client_data"),
                body.requireText("authenticator_data"),
                body.requireText("public_key"),
                body.number("algorithm").orElseThrow(() -> Problem.badRequest("The field algorithm is missing.")));
    }

    /// The proof in a body; empty when there is none.
    ///
    /// @param login the handle of who sends it
    static Optional<Proof> proof(Body body, String login) {
        var proofs = Stream.of(
                        body.text("password").<Proof>map(Proof.Password::new),
                        body.text("code").<Proof>map(Proof.Code::new),
                        body.object("passkey", USED).<Proof>map(it -> new Proof.ByPasskey(used(it), login)))
                .flatMap(Optional::stream)
                .toList();
        if (proofs.size() > 1) {
            throw oneOfThem();
        }
        return proofs.stream().findFirst();
    }

    static Problem oneOfThem() {
        return Problem.badRequest("Send a current code, the password or a passkey, one of them.");
    }

    static Problem refused() {
        return Problem.of(401, "bad_passkey", "This passkey was not accepted. Try again, or use another way.");
    }
}
