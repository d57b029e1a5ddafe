package dev.svc.server.http.system;

import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Figures for a monitoring program, in Prometheus' text format: needs a login or the token.
public final class MetricsRoutes {
    private static final String BEARER = "Bearer ";

    private final Supplier<List<Metric>> metrics;
    private final Optional<String> token;

    /// One figure.
    ///
    /// @param labels `name="value"` pairs, or nothing
    public record Metric(String name, String help, String labels, long value) {}

    public MetricsRoutes(Supplier<List<Metric>> metrics, Optional<String> token) {
        this.metrics = metrics;
        this.token = token;
    }

    public List<Route> routes() {
        return List.of(Route.get("/metrics", Policy.TOKEN, this::figures));
    }

    private void figures(ServerRequest request, ServerResponse response, Visitor visitor) {
        if (visitor.name() == null && !bringsToken(request)) {
            throw Problem.unauthenticated();
        }
        response.headers().set(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
        response.send(text(metrics.get()));
    }

    private boolean bringsToken(ServerRequest request) {
        var sent = request.headers()
                .first(HeaderNames.AUTHORIZATION)
                .filter(header -> header.startsWith(BEARER))
                .map(header -> header.substring(BEARER.length()));
        return token.isPresent() && sent.isPresent() && isSame(token.get(), sent.get());
    }

    /// Compares in constant time.
    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    static String text(List<Metric> metrics) {
        return metrics.stream()
                .map(Metric::name)
                .distinct()
                .map(name -> block(name, metrics))
                .collect(Collectors.joining());
    }

    private static String block(String name, List<Metric> metrics) {
        var own = metrics.stream().filter(metric -> metric.name().equals(name)).toList();
        var head =
                "# HELP %s %s\n# TYPE %s gauge\n".formatted(name, own.getFirst().help(), name);
        return own.stream().map(MetricsRoutes::line).collect(Collectors.joining("", head, ""));
    }

    private static String line(Metric metric) {
        var labels = metric.labels().isEmpty() ? "" : "{" + metric.labels() + "}";
        return metric.name() + labels + " " + metric.value() + "\n";
    }
}
