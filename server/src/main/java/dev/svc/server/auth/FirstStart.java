package dev.svc.server.auth;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.Passwords;
import dev.svc.shared.secret.SigningKey;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a start on an empty home makes: the signing key, and a random password that must be changed. Scrolling up into
/// the conversation is switched on.
///
/// @param config the configuration with what was made
/// @param password to be shown once; absent when there was one already
public record FirstStart(Config config, Optional<String> password) {

    /// Makes only what is missing; a home that has both is left as it is.
    public static FirstStart prepare(Config config, SecureRandom random) throws IOException {
        var made = new LinkedHashMap<String, @Nullable String>();
        Config complete = config;
        if (config.find(Variable.SECRET_KEY).isEmpty()) {
            String secret = SigningKey.random(random);
            made.put(Variable.SECRET_KEY.variableName(), secret);
            complete = complete.with(Variable.SECRET_KEY, secret);
            if (config.find(Variable.TRANSCRIPT_SCROLLBACK).isEmpty()) {
                made.put(Variable.TRANSCRIPT_SCROLLBACK.variableName(), "1");
                complete = complete.with(Variable.TRANSCRIPT_SCROLLBACK, "1");
            }
        }
        Optional<String> password = Optional.empty();
        if (config.find(Variable.PASSWORD_HASH).isEmpty() && AuthMode.of(config) == AuthMode.SINGLE_USER) {
            password = Optional.of(Passwords.random(random));
            String hash = PasswordHash.of(password.get(), random).encoded();
            made.put(Variable.PASSWORD_HASH.variableName(), hash);
            made.put(Variable.FORCE_PASSWORD_CHANGE.variableName(), "1");
        }
        if (!made.isEmpty()) {
            config.envFile().change(made);
        }
        return new FirstStart(complete, password);
    }

    /// What to show a person, once; never for a log.
    public Optional<String> announcement() {
        return password.map(
                made -> "The first password, shown this once, to be changed when you sign in as %s:%n%n    %s%n"
                        .formatted(config.text(Variable.USERNAME), made));
    }

    @Override
    public String toString() {
        return "a first start"; // never the password
    }
}
