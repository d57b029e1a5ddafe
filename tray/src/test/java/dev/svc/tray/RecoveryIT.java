package dev.svc.tray;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Platform;
import dev.svc.shared.control.Holder;
import dev.svc.shared.live.Entry;
import dev.svc.shared.live.LiveFile;
import dev.svc.shared.secret.SecondFactor;
import dev.svc.shared.secret.TwoFactorFile;
import dev.svc.tray.desktop.Home;
import dev.svc.tray.host.Host;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the tray does for who is locked out, against a running service.
class RecoveryIT {
    @TempDir
    private Path folder;

    private Home home;
    private Host host;

    @BeforeEach
    void start() throws IOException {
        home = new Home(folder);
        var platform = new Platform(Platform.Family.LINUX, folder, home.environment());
        host = new Host(platform, home.programRoot(), () -> {});
        host.start();
    }

    @AfterEach
    void end() {
        host.close();
        home.close();
    }

    @Test
    void a_lost_password_and_a_lost_phone_are_mended_while_the_service_runs_and_both_are_audited() throws Exception {
        String password = host.resetPassword();
        assertThat(password).hasSizeGreaterThanOrEqualTo(12).doesNotContain(" ");
        until(() -> signIn(password).contains("\"authenticated\":true"));

        new TwoFactorFile(home.data().resolve("2fa.json"))
                .enable(new SecondFactor.On("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 0, List.of()));
        until(() -> signIn(password).contains("\"two_factor_required\":true"));

        assertThat(host.clearTwoFactor()).startsWith("Two-factor is off");
        until(() -> signIn(password).contains("\"authenticated\":true"));
        until(() -> audited().containsAll(List.of("password_reset", "two_factor_disabled")));
        assertThat(Files.readString(home.data().resolve("live.json"))).doesNotContain(password);
    }

    private List<String> audited() {
        return LiveFile.of(new dev.svc.shared.config.Home(home.data(), home.data())).read().entries().stream()
                .map(Entry::type)
                .toList();
    }

    private String signIn(String password) throws IOException, InterruptedException {
        int port = Holder.read(home.data().resolve("svc.lock")).orElseThrow().port();
        URI login = URI.create("http://127.0.0.1:%d/login".formatted(port));
        try (var http = HttpClient.newHttpClient()) {
            HttpResponse<String> form = http.send(HttpRequest.newBuilder(login).build(), BodyHandlers.ofString());
            var request = HttpRequest.newBuilder(login)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json")
                    .header("Origin", "http://127.0.0.1:" + port)
                    .header("X-CSRF-Token", form.headers().firstValue("x-csrf-token").orElseThrow())
                    .header("Cookie", form.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0])
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"username\":\"admin\",\"password\":\"%s\"}".formatted(password)))
                    .build();
            return http.send(request, BodyHandlers.ofString()).body();
        }
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it never was so");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
