package dev.svc.server.auth.passkey;

import dev.svc.server.auth.passkey.PasskeyRefusedException.Why;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is asked of browsers, and whether what they answer holds (Web Authentication, level 3, sections 7.1 and 7.2).
///
/// A passkey stands for both factors, so its authenticator must always have made sure who was there. Nothing is asked
/// about its maker, so nothing of an attestation is read: a new key comes as the browser hands it out.
public final class Ceremonies {
    /// As long as the standard allows.
    static final int LONGEST_ID = 1_023;

    private static final int LARGEST_SIGNATURE = 1_024;

    private final RelyingParty party;
    private final Passkeys passkeys;
    private final Challenges strangers;
    private final Challenges residents;
    private final Clock clock;

    public Ceremonies(RelyingParty party, Passkeys passkeys, Clock clock, SecureRandom random) {
        this.party = party;
        this.passkeys = passkeys;
        this.clock = clock;
        strangers = new Challenges(clock, random);
        residents = new Challenges(clock, random); // strangers cannot push these out
    }

    public Passkeys passkeys() {
        return passkeys;
    }

    /// Why there can be no passkeys; empty where there can.
    public Optional<RelyingParty.Reason> obstacle() {
        return party instanceof RelyingParty.Nowhere(RelyingParty.Reason reason)
                ? Optional.of(reason)
                : Optional.empty();
    }

    /// Whether the login page offers passkeys.
    public boolean isOffered() {
        return obstacle().isEmpty() && !passkeys.list().isEmpty();
    }

    /// What a page hands to `navigator.credentials.get` to sign in: the authenticator says who it is.
    ///
    /// @param source where the stranger comes from
    public Map<String, Object> signInOptions(String source) {
        return getOptions(strangers.make(Purpose.SIGN_IN, source), List.of());
    }

    /// What a page hands to `navigator.credentials.get` when a signed-in user authenticates again.
    public Map<String, Object> proofOptions(String login) {
        return getOptions(residents.make(Purpose.PROVE, login), named());
    }

    /// What a page hands to `navigator.credentials.create`.
    public Map<String, Object> createOptions(String login, String account, String place) throws IOException {
        var options = new LinkedHashMap<String, Object>();
        options.put("challenge", residents.make(Purpose.CREATE, login));
        options.put("rp", Map.of("id", here().id(), "name", place));
        options.put("user", Map.of("id", passkeys.user(), "name", account, "displayName", account));
        options.put(
                "pubKeyCredParams",
                Arrays.stream(SignatureKind.values())
                        .map(kind -> Map.of("type", "public-key", "alg", kind.number()))
                        .toList());
        options.put("timeout", Challenges.LIFETIME.toMillis());
        options.put("excludeCredentials", named());
        options.put(
                "authenticatorSelection",
                Map.of("residentKey", "required", "requireResidentKey", true, "userVerification", "required"));
        options.put("attestation", "none");
        return options;
    }

    private Map<String, Object> getOptions(String challenge, List<Map<String, String>> allowed) {
        var options = new LinkedHashMap<String, Object>();
        options.put("challenge", challenge);
        options.put("rpId", here().id());
        options.put("timeout", Challenges.LIFETIME.toMillis());
        options.put("allowCredentials", allowed);
        options.put("userVerification", "required");
        return options;
    }

    private List<Map<String, String>> named() {
        return passkeys.list().stream()
                .map(it -> Map.of("type", "public-key", "id", it.id()))
                .toList();
    }

    private RelyingParty.Here here() {
        if (party instanceof RelyingParty.Here here) {
            return here;
        }
        throw new IllegalStateException("there are no passkeys here");
    }

    /// Registers a passkey for a signed-in user.
    public Passkey add(SentPasskey.Made sent, String name, String login)
            throws PasskeyRefusedException, UnfitPasskeyException, IOException {
        var authenticator = judged(sent, Purpose.CREATE, login);
        var kind = SignatureKind.find(sent.algorithm()).orElseThrow(() -> new PasskeyRefusedException(Why.KEY));
        require(authenticator.credential().equals(sent.id()), Why.FORM);
        require(kind.key(bytes(sent.key(), SignatureKind.LARGEST_KEY)).isPresent(), Why.KEY);
        var passkey = new Passkey(
                sent.id(),
                name,
                kind,
                sent.key(),
                clock.instant(),
                null,
                authenticator.counter(),
                authenticator.synced());
        passkeys.add(passkey);
        return passkey;
    }

    /// Verifies the assertion of a sign-in, and returns its passkey.
    public Passkey signIn(SentPasskey.Used sent) throws PasskeyRefusedException {
        return used(sent, Purpose.SIGN_IN, null);
    }

    /// Verifies the assertion by which a signed-in user authenticates again, and returns its passkey.
    public Passkey prove(SentPasskey.Used sent, String login) throws PasskeyRefusedException {
        return used(sent, Purpose.PROVE, login);
    }

    private Passkey used(SentPasskey.Used sent, Purpose purpose, @Nullable String login)
            throws PasskeyRefusedException {
        var authenticator = judged(sent, purpose, login);
        var passkey = passkeys.find(sent.id()).orElseThrow(() -> new PasskeyRefusedException(Why.UNKNOWN));
        var user = sent.user();
        require(user == null ? purpose != Purpose.SIGN_IN : passkeys.isUser(user), Why.USER);
        require(authenticator.credential().isEmpty(), Why.FORM);
        require(authenticator.synced() == passkey.synced(), Why.SYNCED);
        var key = Base64Url.find(passkey.key(), SignatureKind.LARGEST_KEY)
                .flatMap(passkey.kind()::key)
                .orElseThrow(() -> new PasskeyRefusedException(Why.KEY));
        require(passkey.kind().fits(key, signed(sent), bytes(sent.signature(), LARGEST_SIGNATURE)), Why.SIGNATURE);
        var refused = passkeys.use(passkey, authenticator.counter(), clock.instant());
        if (refused.isPresent()) {
            throw new PasskeyRefusedException(refused.get());
        }
        return passkey;
    }

    /// What all of them have to hold. The challenge is used up, whatever becomes of the rest.
    private AuthenticatorData judged(SentPasskey sent, Purpose purpose, @Nullable String login)
            throws PasskeyRefusedException {
        require(party instanceof RelyingParty.Here, Why.HOST);
        var client = ClientData.find(bytes(sent.clientData(), ClientData.LARGEST))
                .orElseThrow(() -> new PasskeyRefusedException(Why.FORM));
        var challenges = purpose == Purpose.SIGN_IN ? strangers : residents;
        var asked = challenges.take(client.challenge());
        require(client.type().equals(purpose.type()), Why.TYPE);
        require(
                asked.filter(it -> it.purpose() == purpose)
                        .filter(it -> login == null || it.holder().equals(login))
                        .isPresent(),
                Why.CHALLENGE);
        require(client.origin().equals(here().origin()), Why.ORIGIN);
        require(!client.framed(), Why.FRAME);
        bytes(sent.id(), LONGEST_ID);
        var authenticator = AuthenticatorData.find(
                        bytes(sent.authenticatorData(), AuthenticatorData.LARGEST), here().id())
                .orElseThrow(() -> new PasskeyRefusedException(Why.FORM));
        require(authenticator.forHost(), Why.HOST);
        require(authenticator.present(), Why.ABSENT);
        require(authenticator.verified(), Why.UNVERIFIED);
        return authenticator;
    }

    private static byte[] signed(SentPasskey.Used sent) throws PasskeyRefusedException {
        byte[] authenticator = bytes(sent.authenticatorData(), AuthenticatorData.LARGEST);
        byte[] hash = AuthenticatorData.sha256(bytes(sent.clientData(), ClientData.LARGEST));
        byte[] both = Arrays.copyOf(authenticator, authenticator.length + hash.length);
        System.arraycopy(hash, 0, both, authenticator.length, hash.length);
        return both;
    }

    private static byte[] bytes(String text, int most) throws PasskeyRefusedException {
        return Base64Url.find(text, most).orElseThrow(() -> new PasskeyRefusedException(Why.FORM));
    }

    private static void require(boolean holds, Why why) throws PasskeyRefusedException {
        if (!holds) {
            throw new PasskeyRefusedException(why);
        }
    }
}
