import dev.svc.shared.secret.PasswordHash;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// What signing in costs, measured from outside: run by login.sh beside it.
final class Login {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    private final String base;
    private final String password;
    private final String cookie;
    private final String token;

    private Login(String base, String password) throws Exception {
        this.base = base;
        this.password = password;
        var page = CLIENT.send(request("/login").build(), BodyHandlers.discarding());
        cookie = cookieOf(page);
        token = page.headers().firstValue("X-CSRF-Token").orElseThrow();
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new Login(arguments[0], arguments[1]);
        bench.warmUp();
        bench.latency(Integer.parseInt(arguments[2]));
        bench.throughput(Integer.parseInt(arguments[3]));
        bench.attack("1 source", 1);
        bench.attack("50 sources", 50);
        System.exit(0);
    }

    private void warmUp() throws Exception {
        for (int i = 0; i < 5; i++) {
            login(password, "192.0.2.1");
        }
    }

    private void latency(int logins) throws Exception {
        var hash = PasswordHash.of(password, new SecureRandom());
        var hashing = new ArrayList<Double>();
        var whole = new ArrayList<Double>();
        for (int i = 0; i < logins; i++) {
            long start = System.nanoTime();
            hash.matches(password);
            hashing.add(since(start));
            start = System.nanoTime();
            require(login(password, "192.0.2.1") == 200);
            whole.add(since(start));
        }
        double share = quantile(hashing, 0.5) / quantile(whole, 0.5);
        say("login, %d times: p50 %.0f ms, p99 %.0f ms; the hash alone p50 %.0f ms, p99 %.0f ms: %.0f %% of the login",
                logins, quantile(whole, 0.5), quantile(whole, 0.99), quantile(hashing, 0.5), quantile(hashing, 0.99), 100 * share);
    }

    /// Interleaved rounds, so that both meet the same machine.
    private void throughput(int rounds) throws Exception {
        var answer = CLIENT.send(loginRequest(password, "192.0.2.1"), BodyHandlers.discarding());
        String mine = cookieOf(answer);
        var ratios = new ArrayList<Double>();
        var open = new ArrayList<Double>();
        var known = new ArrayList<Double>();
        for (int i = 0; i < rounds; i++) {
            open.add(perSecond("/healthz", ""));
            known.add(perSecond("/api/version", mine));
            ratios.add(known.getLast() / open.getLast());
        }
        say("requests a second, 16 connections, median of %d rounds: /healthz %.0f, /api/version with a login %.0f, median ratio %.2f (%.2f .. %.2f)",
                rounds, quantile(open, 0.5), quantile(known, 0.5), quantile(ratios, 0.5), quantile(ratios, 0), quantile(ratios, 1));
    }

    private double perSecond(String path, String session) throws Exception {
        var count = new AtomicLong();
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 16; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                while (System.nanoTime() < end) {
                    try {
                        var request = request(path).header("Cookie", session.isEmpty() ? "none=1" : session);
                        int status = CLIENT.send(request.build(), BodyHandlers.discarding()).statusCode();
                        require(status == 200 || status == 204);
                        count.incrementAndGet();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return count.get() / 3.0;
    }

    /// Two hundred wrong passwords a second for twenty seconds, while the administrator signs in once a second.
    private void attack(String name, int sources) throws Exception {
        var refused = new AtomicInteger();
        var waits = new AtomicInteger();
        var sent = new AtomicInteger();
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        Thread attacker = Thread.ofPlatform().start(() -> {
            long next = System.nanoTime();
            while (System.nanoTime() < end) {
                int number = sent.getAndIncrement();
                Thread.startVirtualThread(() -> {
                    try {
                        int status = login("guess " + number, "198.51.100." + (1 + number % sources));
                        (status == 429 ? waits : refused).incrementAndGet();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                next += 5_000_000;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        });
        var times = new ArrayList<Double>();
        Thread.sleep(2000);
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            require(login(password, "192.0.2.77") == 200);
            times.add(since(start));
            Thread.sleep(1000);
        }
        attacker.join();
        say("attack of %d wrong logins in 20 s from %s: %d answered 401, %d answered 429; the administrator signed in %d of %d times: p50 %.0f ms, slowest %.0f ms",
                sent.get(), name, refused.get(), waits.get(), times.size(), times.size(), quantile(times, 0.5), quantile(times, 1));
    }

    private int login(String secret, String source) throws Exception {
        return CLIENT.send(loginRequest(secret, source), BodyHandlers.discarding()).statusCode();
    }

    private HttpRequest loginRequest(String secret, String source) {
        return request("/login")
                .header("Cookie", cookie)
                .header("X-CSRF-Token", token)
                .header("Origin", base)
                .header("X-Forwarded-For", source)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"username\":\"admin\",\"password\":\"" + secret + "\"}"))
                .build();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(60));
    }

    private static String cookieOf(HttpResponse<Void> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static double quantile(List<Double> values, double part) {
        var sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(part * sorted.size())));
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the server did not answer as it should");
        }
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
