package dev.svc.server.http.account;

import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.login.Logins;
import dev.svc.server.auth.token.Tokens;
import dev.svc.server.http.gate.Visitor;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Tells sockets and streams, which outlive their request, that the login or token they were opened with is over.
///
/// Owner of the table: this object; its map guards itself.
public final class LoginEnds {
    private final Map<String, Set<Runnable>> waiting = new ConcurrentHashMap<>();
    private final Logins logins;
    private final Tokens tokens;

    public LoginEnds(Logins logins, Tokens tokens) {
        this.logins = logins;
        this.tokens = tokens;
        logins.onEnd(this::ended);
        tokens.onEnd(this::tell);
    }

    /// No longer waits.
    @FunctionalInterface
    public interface Waiting extends AutoCloseable {
        @Override
        void close();
    }

    /// Runs `then` on a thread of its own when the visitor's login ends, at once when it already has. Never runs for
    /// a visitor without a login.
    public Waiting whenOver(Visitor visitor, Runnable then) {
        String login = visitor.login();
        if (login == null) {
            return () -> {};
        }
        waiting.compute(login, (handle, all) -> with(then, all));
        if (!logins.isOpen(login) && !tokens.isOpen(login)) {
            tell(login);
        }
        return () -> forget(login, then);
    }

    /// Added while the map holds the entry: added afterwards, to a set that the last of its members has just taken
    /// away, it would never be told.
    private static Set<Runnable> with(Runnable then, @Nullable Set<Runnable> all) {
        Set<Runnable> more = all == null ? ConcurrentHashMap.newKeySet() : all;
        more.add(then);
        return more;
    }

    private void ended(Login login) {
        tell(login.handle());
    }

    private void tell(String login) {
        Set<Runnable> told = waiting.remove(login);
        if (told != null) {
            told.forEach(Thread::startVirtualThread);
        }
    }

    private void forget(String login, Runnable then) {
        waiting.computeIfPresent(login, (handle, all) -> {
            all.remove(then);
            return all.isEmpty() ? null : all;
        });
    }
}
