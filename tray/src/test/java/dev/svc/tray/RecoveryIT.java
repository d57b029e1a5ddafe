package dev.svc.tray;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Platform;
import dev.svc.shared.control.Holder;
import dev.svc.shared.live.Entry;
import dev.svc.shared.live.LiveFile;
import dev.svc.shared.secret.RecoveryCodes;
import dev.svc.shared.secret.SecondFactor;
import dev.svc.shared.secret.TwoFactorFile;
import dev.svc.shared.waiting.Waiting;
import dev.svc.tray.desktop.Browser;
import dev.svc.tray.desktop.Home;
import dev.svc.tray.host.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the tray helps somebody who is locked out, against a running service.
class RecoveryIT {
    @TempDir
    private Path folder;

    private Home home;
    private Host host;
    private final List<Browser> browsers = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        home = new Home(folder);
        var platform = new Platform(Platform.Family.LINUX, folder, home.environment());
        host = new Host(platform, home.programRoot(), () -> {});
        host.start();
    }

    @AfterEach
    void end() {
        browsers.forEach(Browser::close);
        host.close();
        home.close();
    }

    @Test
    void a_lost_password_and_a_lost_phone_are_mended_while_the_service_runs_and_audited_as_the_trays()
            throws Exception {
        String password = host.resetPassword();
        assertThat(password).hasSizeGreaterThanOrEqualTo(12).doesNotContain(" ");
        Waiting.until(() -> answers(password, "\"authenticated\":true"));

        var codes = RecoveryCodes.make(new SecureRandom());
        twoFactor().enable(new SecondFactor.On("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 0, RecoveryCodes.digests(codes)));
        Waiting.until(() -> answers(password, "\"two_factor_required\":true"));
        var phone = visit();
        phone.signIn(password);
        assertThat(phone.enterCode(codes.getFirst())).contains("\"authenticated\":true");

        var said = new AtomicReference<>("");
        long cleared = effect(
                () -> said.set(host.clearTwoFactor()),
                () -> Files.notExists(home.data().resolve("2fa.json")),
                phone);
        assertThat(said.get()).startsWith("Two-factor is off");
        Waiting.until(() -> answers(password, "\"authenticated\":true"));

        var browser = visit();
        browser.signIn(password);
        var env = home.data().resolve("env");
        var before = Files.readString(env);
        long reset = effect(host::resetPassword, () -> !Files.readString(env).equals(before), browser);
        assertThat(browser.signIn(password)).doesNotContain("\"authenticated\":true");

        System.out.printf("effective in the running service: clear-2fa %d ms, reset-password %d ms%n", cleared, reset);
        Waiting.until(() -> audited("tray").containsAll(List.of("password_reset", "two_factor_disabled")));
        assertThat(audited("cli")).containsOnly("two_factor_enabled");
        assertThat(Files.readString(home.data().resolve("live.json"))).doesNotContain(password);
    }

    @Test
    void what_is_set_about_updates_is_in_the_journal_as_the_trays() throws Exception {
        host.setChannel("stable");
        host.setChannel("main");
        Waiting.until(() -> audited("tray").equals(List.of("settings_changed")));
        host.setAutoUpdate(true);
        Waiting.until(() -> audited("tray").equals(List.of("settings_changed", "settings_changed")));
    }

    /// Milliseconds between the change on the disk and the end of a login, as a browser meets it.
    private static long effect(Runnable deed, Waiting.Condition changed, Browser browser) throws Exception {
        assertThat(browser.isSignedIn()).isTrue();
        var done = CompletableFuture.runAsync(deed);
        Waiting.until(changed);
        long since = System.nanoTime();
        Waiting.until(() -> !browser.isSignedIn());
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
        var _ = Waiting.result(done);
        return took;
    }

    private TwoFactorFile twoFactor() {
        return new TwoFactorFile(home.data().resolve("2fa.json"));
    }

    /// Whether a new browser gets this answer to the password. The service hangs up on a stranger whom it could not
    /// answer within its deadline, as on a machine that is very busy: a person tries again then.
    private boolean answers(String password, String answer) throws InterruptedException {
        try {
            return visit().signIn(password).contains(answer);
        } catch (IOException hungUp) {
            return false;
        }
    }

    private Browser visit() {
        var browser = new Browser(
                Holder.read(home.data().resolve("svc.lock")).orElseThrow().port());
        browsers.add(browser);
        return browser;
    }

    /// The newest entries of the journal that name this one, as the service tells them.
    private List<String> audited(String actor) {
        return LiveFile.of(new dev.svc.shared.config.Home(home.data(), home.data())).read().entries().stream()
                .filter(entry -> entry.actor().equals(actor))
                .map(Entry::type)
                .toList();
    }
}
