package dev.svc.server.auth;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.EnvFile;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.PasswordHash;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Name, password and forced change, as the env file has them at this moment.
///
/// For these three the file takes precedence over the process environment: a service manager passes the environment
/// once, at the start, and a password changed since then must count.
public final class Accounts {
    private static final Logger LOG = System.getLogger(Accounts.class.getName());

    /// Matches no password, and costs as much as one that does.
    private static final PasswordHash NONE = PasswordHash.find("pbkdf2_sha256$" + PasswordHash.ITERATIONS
                    + "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
            .orElseThrow();

    private final Map<String, String> environment;
    private final EnvFile file;
    private volatile Account account; // replaced under the lock of Credentials
    private String reported = "";

    public Accounts(Config config) {
        environment = config.platform().environment();
        file = config.envFile();
        account = from(file.read());
    }

    public Account account() {
        return account;
    }

    /// Reads the file again; a file that cannot be read changes nothing and is reported once.
    void refresh() {
        try {
            account = from(file.read());
            reported = "";
        } catch (ConfigException e) {
            String sentence = String.valueOf(e.getMessage());
            if (!sentence.equals(reported)) {
                LOG.log(Level.WARNING, "{0} The former account stays in force.", sentence);
            }
            reported = sentence;
        }
    }

    /// Keeps a password that a person chose.
    void choose(PasswordHash password) throws IOException {
        var changes = new LinkedHashMap<String, @Nullable String>();
        changes.put(Variable.PASSWORD_HASH.variableName(), password.encoded());
        changes.put(Variable.FORCE_PASSWORD_CHANGE.variableName(), "0");
        change(changes);
    }

    /// Keeps the same password, hashed with today's iteration count.
    void rehash(PasswordHash password) throws IOException {
        change(Map.of(Variable.PASSWORD_HASH.variableName(), password.encoded()));
    }

    private void change(Map<String, @Nullable String> changes) throws IOException {
        try {
            file.change(changes);
        } catch (ConfigException unreadable) {
            throw new IOException(unreadable.getMessage(), unreadable);
        }
        refresh();
    }

    private Account from(Map<String, String> values) {
        return new Account(
                text(values, Variable.USERNAME),
                PasswordHash.find(text(values, Variable.PASSWORD_HASH)).orElse(NONE),
                text(values, Variable.FORCE_PASSWORD_CHANGE).equals("1"));
    }

    private String text(Map<String, String> values, Variable variable) {
        String name = variable.variableName();
        return Stream.of(values, environment)
                .map(place -> place.getOrDefault(name, "").strip())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse(variable.defaultText());
    }
}
