package dev.svc.server.auth;

import dev.svc.server.auth.login.Csrf;
import dev.svc.server.auth.login.Logins;
import dev.svc.server.auth.login.LoginsFile;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.server.auth.passkey.Ceremonies;
import dev.svc.server.auth.passkey.Passkeys;
import dev.svc.server.auth.passkey.PasskeysFile;
import dev.svc.server.auth.passkey.RelyingParty;
import dev.svc.server.auth.token.LocalTokens;
import dev.svc.server.auth.token.Tokens;
import dev.svc.server.auth.token.TokensFile;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.SigningKey;
import dev.svc.shared.secret.TwoFactorFile;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/// The whole room, wired: read it to see who depends on whom.
public record Auth(
        AuthMode mode,
        SignIn signIn,
        TwoFactor twoFactor,
        AccountChanges desk,
        Credentials credentials,
        Logins logins,
        PreAuth preAuth,
        WrongCodes wrongCodes,
        Csrf csrf,
        TrustedProxies proxies,
        Hasher hasher,
        HostWatch watch,
        ApiTokens api,
        Ceremonies passkeys)
        implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Auth.class.getName());

    /// Tokens of programs, and what says whether one holds.
    public record ApiTokens(Tokens kept, LocalTokens local, TokenCheck check) {}

    /// Opens the room for a configuration that [StartRules] found no fault with.
    ///
    /// @param events receives what happened
    public static Auth open(Config config, Clock clock, SecureRandom random, Consumer<SecurityNote> events) {
        Auth auth = withoutTimer(config, clock, random, events);
        auth.watch.start();
        return auth;
    }

    /// The same, except that the host is looked at only when somebody calls [HostWatch#look].
    static Auth withoutTimer(Config config, Clock clock, SecureRandom random, Consumer<SecurityNote> events) {
        Consumer<SecurityNote> journal = note -> tell(events, note);
        SigningKey secret = SigningKey.find(config.text(Variable.SECRET_KEY)).orElseThrow();
        var file = new TwoFactorFile(config.path(Variable.TWO_FACTOR_FILE));
        var accounts = new Accounts(config);
        var credentials = new Credentials(accounts, file);
        var loginsFile = new LoginsFile(config.home().data().resolve("logins.json"));
        var logins = new Logins(loginsFile, secret, credentials.fingerprint(), clock, random);
        var preAuth = new PreAuth(secret, clock, random);
        var penalties = new Penalties(clock);
        var hasher = new Hasher();
        var passwords = new PasswordCheck(hasher, penalties);
        var wrongCodes = new WrongCodes(WrongCodesFile.beside(file.path()), logins, journal, clock);
        var twoFactor = new TwoFactor(file, credentials, logins, preAuth, wrongCodes, journal, clock, random);
        var tokens = new Tokens(TokensFile.in(config.home().data()), clock, random);
        var local = new LocalTokens(clock, random);
        var passkeys = new Passkeys(PasskeysFile.in(config.home().data()), random);
        var party = RelyingParty.of(config.find(Variable.ORIGIN), AuthMode.of(config) != AuthMode.NONE);
        var ceremonies = new Ceremonies(party, passkeys, clock, random);
        var watch = new HostWatch(
                credentials, logins, preAuth, wrongCodes, passkeys, tokens, journal, HostChangeLog.of(config.home()));
        watch.compare(loginsFile.before());
        var parts = new AuthParts(
                accounts, credentials, passwords, twoFactor, penalties, preAuth, logins, ceremonies, journal, random);
        return new Auth(
                AuthMode.of(config),
                new SignIn(parts, watch),
                twoFactor,
                new AccountChanges(parts, wrongCodes),
                credentials,
                logins,
                preAuth,
                wrongCodes,
                new Csrf(secret, random),
                TrustedProxies.find(config.list(Variable.TRUSTED_PROXIES)).orElseThrow(),
                hasher,
                watch,
                new ApiTokens(tokens, local, new TokenCheck(tokens, local, penalties)),
                ceremonies);
    }

    /// Whether the login or token of this handle still holds.
    public boolean isOpen(String handle) {
        return logins.isOpen(handle) || api.kept().isOpen(handle);
    }

    /// The alarm for the signed-in person: wrong codes follow the right password.
    public Optional<WrongCodes.Alarm> alarm() {
        return mode == AuthMode.NONE ? Optional.empty() : wrongCodes.alarm();
    }

    @Override
    public void close() {
        watch.close();
        hasher.close();
        logins.sweep();
    }

    /// A journal on a full disk must neither keep the administrator out nor a guesser unpunished.
    private static void tell(Consumer<SecurityNote> events, SecurityNote note) {
        try {
            events.accept(note);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "An event could not be journaled: " + note.what() + " " + note.details(), e);
        }
    }
}
