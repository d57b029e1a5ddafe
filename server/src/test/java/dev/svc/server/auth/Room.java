package dev.svc.server.auth;

import dev.svc.server.Canary;
import dev.svc.server.MovingClock;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.CookieHolder;
import dev.svc.server.auth.login.Login;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.TwoFactorFile;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// The whole room on a folder of its own, with a password that is cheap to check. Changes on the host are noticed
/// when a test looks, and not before.
public final class Room implements AutoCloseable {
    static final String PASSWORD = Canary.PASSWORD;
    public static final Caller REMOTE = caller("192.0.2.1");

    public final MovingClock clock = new MovingClock(Instant.parse("2026-11-21T10:00:00Z"));
    final List<SecurityNote> notes = new CopyOnWriteArrayList<>();
    final Totp totp = new Totp();
    final SecureRandom random = new SecureRandom();
    final Path home;
    private final Map<String, String> more;
    public Auth auth;

    public Room(Path home) throws IOException {
        this(home, Map.of());
    }

    Room(Path home, Map<String, String> more) throws IOException {
        this.home = home;
        this.more = more;
        setPassword(PASSWORD);
        auth = open();
    }

    Config config() {
        var environment = new HashMap<>(more);
        environment.put("SVC_HOME", home.toString());
        environment.put("SVC_SECRET_KEY", Canary.SECRET_KEY);
        return Config.load(new Platform(Platform.Family.LINUX, home, environment), null);
    }

    /// Does the same as `reset-password`, at less cost.
    void setPassword(String password) throws IOException {
        String hash = PasswordHash.of(password, 1000, random).encoded();
        config().envFile().change(Map.of("SVC_PASSWORD_HASH", hash));
    }

    /// The same home in a new process.
    public void restart() {
        auth.close();
        auth = open();
    }

    private Auth open() {
        return Auth.withoutTimer(config(), clock.clock(), random, notes::add);
    }

    SignInOutcome signIn() {
        return auth.signIn().password("admin", PASSWORD, REMOTE);
    }

    public String cookie() {
        return ((SignInOutcome.Entered) signIn()).cookie();
    }

    public Login login(String cookie) {
        return findLogin(cookie).orElseThrow();
    }

    public Optional<Login> findLogin(String cookie) {
        return auth.logins().bearer(cookie).flatMap(CookieHolder::findLogin);
    }

    /// Turns two-factor on and leaves the step of its code used.
    TwoFactor.Enrolment enrol(Login login) {
        var enrolment = auth.twoFactor().enroll("admin").orElseThrow();
        auth.twoFactor().confirm(codeNow(enrolment.secret()), login, REMOTE);
        return enrolment;
    }

    String codeNow(String secret) {
        return totp.code(secret, clock.instant().getEpochSecond() / Totp.SECONDS);
    }

    TwoFactorFile twoFactorFile() {
        return new TwoFactorFile(home.resolve("2fa.json"));
    }

    List<SecurityNote.What> noted() {
        return notes.stream().map(SecurityNote::what).toList();
    }

    static Caller caller(String address) {
        return new Caller(InetAddress.ofLiteral(address), false, "a test");
    }

    @Override
    public void close() {
        auth.close();
    }
}
