package dev.svc.server.auth;

import dev.svc.shared.secret.SecondFactor;
import dev.svc.shared.secret.TwoFactorFile;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Password and second factor as one thing that changes at once, here or on the host.
///
/// `lock` guards the moment of change. A login is checked and let in under it, and a change is made under it; the watch
/// takes it to distinguish a change made by this process from one made by `reset-password` or `clear-2fa`.
public final class Credentials {
    private final ReentrantLock lock = new ReentrantLock();
    private final Accounts accounts;
    private final TwoFactorFile secondFactor;
    private volatile String password;
    private volatile String second;

    public Credentials(Accounts accounts, TwoFactorFile secondFactor) {
        this.accounts = accounts;
        this.secondFactor = secondFactor;
        password = print(accounts.account().password().encoded());
        second = print(secondFactor.read(), print("broken"));
    }

    public Account account() {
        return accounts.account();
    }

    public SecondFactor secondFactor() {
        return secondFactor.read();
    }

    /// Identifies both in the list of logins, so that a change while no server runs ends them too.
    public String fingerprint() {
        return password + second;
    }

    /// What the host changed since the last look.
    enum HostChange {
        PASSWORD,
        SECOND_FACTOR
    }

    /// Looks at both files again. The consequences of a change happen before anybody else may come in or change
    /// something: once the new password is visible, the logins of the old one are gone.
    void look(Consumer<HostChange> consequences) {
        lock.lock();
        try {
            accounts.refresh();
            String newPassword = print(accounts.account().password().encoded());
            String newSecond = print(secondFactor.read(), second);
            boolean passwordChanged = !newPassword.equals(password);
            boolean secondChanged = !newSecond.equals(second);
            password = newPassword;
            second = newSecond;
            if (passwordChanged) {
                consequences.accept(HostChange.PASSWORD);
            }
            if (secondChanged) {
                consequences.accept(HostChange.SECOND_FACTOR);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Work that must not overlap with any change.
    interface Step<T, E extends Exception> {
        T run() throws E;
    }

    /// Runs a step that lets somebody in or changes something.
    <T, E extends Exception> T exclusively(Step<T, E> step) throws E {
        lock.lock();
        try {
            return step.run();
        } finally {
            lock.unlock();
        }
    }

    /// The password was changed here, so the watch has nothing to report.
    void adoptPassword() {
        password = print(accounts.account().password().encoded());
    }

    /// The second factor was changed to this one here.
    void adopt(SecondFactor changed) {
        second = print(changed, second);
    }

    /// A file that is broken for a moment does not count as a change: it lets nobody in either.
    private static String print(SecondFactor factor, String before) {
        return switch (factor) {
            case SecondFactor.Off off -> print(off.toString());
            case SecondFactor.On on -> print(on.secret());
            case SecondFactor.Broken broken -> before;
        };
    }

    private static String print(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
