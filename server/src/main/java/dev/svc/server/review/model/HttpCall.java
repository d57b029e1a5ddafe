package dev.svc.server.review.model;

import dev.svc.server.review.model.BoundedBody.TooLargeException;
import dev.svc.shared.client.RetryAfter;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/// One request with a deadline: redirects are not followed, and neither a slow nor an endless answer outlives it.
final class HttpCall {
    /// A review is a few hundred bytes; some models show pages of their thinking beside it.
    private static final int MOST_BYTES = 1 << 20;

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private HttpCall() {}

    /// The body of an answer that says 200.
    static byte[] send(HttpRequest request, Duration timeout, Cancellation cancellation)
            throws TroubleException, InterruptedException {
        var client = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT)
                .build();
        try {
            var coming = client.sendAsync(request, BoundedBody.handler(MOST_BYTES));
            cancellation.waitsFor(coming);
            return body(coming, timeout, cancellation);
        } finally {
            cancellation.waitsFor(null);
            client.shutdownNow(); // ends what still streams
        }
    }

    private static byte[] body(
            CompletableFuture<HttpResponse<byte[]>> coming, Duration timeout, Cancellation cancellation)
            throws TroubleException, InterruptedException {
        try {
            var response = coming.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            requireGood(response);
            return response.body();
        } catch (TimeoutException late) {
            throw new TroubleException(Trouble.SLOW);
        } catch (CancellationException stopped) {
            throw new TroubleException(Trouble.STOPPED);
        } catch (ExecutionException failed) {
            throw new TroubleException(cancellation.isStopped() ? Trouble.STOPPED : trouble(failed));
        }
    }

    private static Trouble trouble(ExecutionException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof TooLargeException) {
                return Trouble.TOO_LARGE;
            }
            if (cause instanceof SSLException) {
                return Trouble.CERTIFICATE;
            }
        }
        return Trouble.UNREACHABLE;
    }

    private static void requireGood(HttpResponse<?> response) throws TroubleException {
        int status = response.statusCode();
        if (status != 200) {
            throw new TroubleException(trouble(status), RetryAfter.of(response.headers(), Instant.now(), LONGEST_WAIT));
        }
    }

    private static Trouble trouble(int status) {
        return switch (status) {
            case 401 -> Trouble.UNAUTHORIZED;
            case 403 -> Trouble.FORBIDDEN;
            case 404 -> Trouble.NOT_FOUND;
            case 429 -> Trouble.RATE_LIMITED;
            default ->
                status < 300
                        ? Trouble.UNEXPECTED
                        : status < 400 ? Trouble.REDIRECTED : status < 500 ? Trouble.REFUSED : Trouble.BROKEN;
        };
    }
}
