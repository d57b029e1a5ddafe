package dev.svc.server.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.auth.Auth;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.Login;
import dev.svc.server.http.TestLogin;
import dev.svc.server.http.gate.Visitor;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginEndsTest {
    private static final int ROUNDS = 500;

    @TempDir
    private Path home;

    private Auth auth;
    private LoginEnds ends;

    @BeforeEach
    void open() throws IOException {
        auth = Auth.open(TestLogin.config(home, Map.of()), Clock.systemUTC(), new SecureRandom(), note -> {});
        ends = new LoginEnds(auth.logins(), auth.api().kept());
    }

    @AfterEach
    void close() {
        auth.close();
    }

    @Test
    void whoever_waits_for_an_ended_login_is_told_and_nobody_else() throws InterruptedException {
        Visitor mine = visitor();
        Visitor other = visitor();
        var told = new CountDownLatch(2);
        var otherTold = new AtomicBoolean();
        ends.whenOver(mine, told::countDown);
        ends.whenOver(mine, told::countDown);
        ends.whenOver(other, () -> otherTold.set(true));
        auth.logins().end(String.valueOf(mine.login()));
        Waiting.countedDown(told);
        assertThat(otherTold).isFalse();
    }

    @Test
    void a_login_that_ended_before_somebody_waited_is_told_at_once() throws InterruptedException {
        Visitor gone = visitor();
        auth.logins().endAll();
        var told = new CountDownLatch(1);
        ends.whenOver(gone, told::countDown);
        Waiting.countedDown(told);
    }

    @Test
    void one_that_does_not_answer_holds_up_no_other() throws InterruptedException {
        Visitor mine = visitor();
        var never = new CountDownLatch(1);
        var told = new CountDownLatch(1);
        ends.whenOver(mine, () -> awaitQuietly(never));
        ends.whenOver(mine, told::countDown);
        auth.logins().endAll();
        Waiting.countedDown(told);
        never.countDown();
    }

    @Test
    void who_no_longer_waits_is_not_told() throws InterruptedException {
        Visitor mine = visitor();
        var told = new AtomicBoolean();
        var after = new CountDownLatch(1);
        ends.whenOver(mine, () -> told.set(true)).close();
        ends.whenOver(mine, after::countDown);
        auth.logins().endAll();
        Waiting.countedDown(after);
        assertThat(told).isFalse();
    }

    @Test
    void who_begins_to_wait_while_another_leaves_or_the_login_ends_is_told() throws Exception {
        var told = new CountDownLatch(ROUNDS);
        var over = new AtomicBoolean();
        var mine = new AtomicReference<>(visitor());
        try (var another = Executors.newSingleThreadExecutor()) {
            var leaving = another.submit(() -> {
                while (!over.get()) {
                    ends.whenOver(mine.get(), () -> {}).close();
                }
            });
            for (int round = 0; round < ROUNDS; round++) {
                mine.set(visitor());
                ends.whenOver(mine.get(), told::countDown);
                auth.logins().end(String.valueOf(mine.get().login()));
            }
            over.set(true);
            leaving.get();
        }
        Waiting.countedDown(told);
    }

    private Visitor visitor() {
        var caller = new Caller(InetAddress.getLoopbackAddress(), true, "");
        String cookie = auth.logins().start(caller);
        Login login = auth.logins().bearer(cookie).orElseThrow().findLogin().orElseThrow();
        return new Visitor("admin", login.handle(), null);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
