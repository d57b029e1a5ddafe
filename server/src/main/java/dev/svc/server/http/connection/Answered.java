package dev.svc.server.http.connection;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;

/// The outermost filter: notes that a request was answered, and closes where the client asked for it, which Helidon
/// only promises.
public final class Answered implements Filter {
    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        chain.proceed();
        Connection.current().ifPresent(connection -> {
            if (connection.isLast() || asksForEnd(request)) {
                throw new CloseConnectionException("This was the last request of the connection.");
            }
            connection.answered();
        });
    }

    private static boolean asksForEnd(RoutingRequest request) {
        return request.headers().all(HeaderNames.CONNECTION, List::of).stream()
                .flatMap(line -> List.of(line.split(",")).stream())
                .anyMatch(option -> option.strip().equalsIgnoreCase("close"));
    }
}
