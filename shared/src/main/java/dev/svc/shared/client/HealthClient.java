package dev.svc.shared.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// Asks a port whether svc runs there: `/healthz` and `/api/version`, without a login. Bounded in time.
public final class HealthClient implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int MOST_BYTES = 64 << 10;

    private final HttpClient http;
    private final Duration patience;

    /// Asks with bounded patience.
    ///
    /// @param patience how long one of the two questions may take
    public HealthClient(Duration patience) {
        this.patience = patience;
        this.http = HttpClient.newBuilder()
                .sslContext(trustingNobody())
                .connectTimeout(patience)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /// The service itself speaks plain HTTP. The client would read every certificate of the system all the same.
    private static SSLContext trustingNobody() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /// Asks once.
    ///
    /// @param origin scheme, host and port
    public Answer ask(URI origin) {
        try {
            return judge(get(origin.resolve("/healthz")), origin);
        } catch (TimeoutException | HttpConnectTimeoutException tooLate) {
            return new Answer.Silence();
        } catch (ConnectException refused) {
            return new Answer.Nobody();
        } catch (IOException noHttp) {
            return new Answer.Stranger();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Answer.Silence();
        }
    }

    private Answer judge(HttpResponse<String> health, URI origin)
            throws IOException, TimeoutException, InterruptedException {
        boolean healthy = health.statusCode() == 200 && json(health).path("ok").asBoolean();
        if (!healthy && !isOurRefusal(health)) {
            return new Answer.Stranger();
        }
        var about = get(origin.resolve("/api/version"));
        if (about.statusCode() == 200 && json(about).path("version").isTextual()) {
            return new Answer.Healthy(Optional.of(json(about).path("version").asText()));
        }
        return isOurRefusal(about) ? new Answer.Healthy(Optional.empty()) : new Answer.Stranger();
    }

    /// A problem with a code of ours is as good a sign of life as the answer that it withholds.
    private static boolean isOurRefusal(HttpResponse<String> response) {
        return response.headers().firstValue("content-type").orElse("").startsWith("application/problem+json")
                && json(response).path("code").isTextual();
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return MAPPER.readTree(response.body());
        } catch (IOException noJson) {
            return MAPPER.missingNode();
        }
    }

    /// The time covers the body too, which the client's own time limit does not.
    private HttpResponse<String> get(URI uri) throws IOException, TimeoutException, InterruptedException {
        var request = HttpRequest.newBuilder(uri).timeout(patience).build();
        var coming = http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        try {
            return coming.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof java.net.http.HttpTimeoutException) {
                throw new TimeoutException();
            }
            throw failed.getCause() instanceof IOException io ? io : new IOException(failed.getCause());
        } finally {
            coming.cancel(true);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
