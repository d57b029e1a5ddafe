package dev.svc.server.push.post;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.client.RetryAfter;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Sends requests to places outside: no redirection is followed, nothing of an answer is kept but what its head says,
/// and neither a slow nor an endless one is waited for.
public final class Posting implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final long MOST_BYTES = 64 << 10;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final Duration patience;
    private final InstantSource clock;

    /// Made for the first request: most services send none for hours, and it brings all of TLS with it.
    @GuardedBy("this")
    private @Nullable HttpClient client;

    @GuardedBy("this")
    private boolean closed;

    /// @param patience for a whole answer
    public Posting(Duration patience, InstantSource clock) {
        this.patience = patience;
        this.clock = clock;
    }

    private synchronized Optional<HttpClient> client() {
        if (closed) {
            return Optional.empty();
        }
        var known = client;
        if (known == null) {
            known = HttpClient.newBuilder()
                    .followRedirects(Redirect.NEVER)
                    .connectTimeout(CONNECT)
                    .build();
            client = known;
        }
        return Optional.of(known);
    }

    public Posted send(Outgoing outgoing) throws InterruptedException {
        var request = outgoing.request();
        if (!outgoing.mayBePrivate() && PrivateAddresses.has(request.uri().getHost())) {
            return Posted.PRIVATE;
        }
        var sending = client();
        if (sending.isEmpty()) {
            return Posted.UNREACHABLE;
        }
        var coming = sending.get().sendAsync(request, BodyHandlers.limiting(BodyHandlers.discarding(), MOST_BYTES));
        try {
            var answer = coming.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return new Posted(answer.statusCode(), RetryAfter.of(answer.headers(), clock.instant(), LONGEST_WAIT));
        } catch (TimeoutException | ExecutionException | CancellationException failed) {
            return Posted.UNREACHABLE;
        } finally {
            coming.cancel(true); // ends what still streams
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (client != null) {
            client.shutdownNow();
        }
    }
}
