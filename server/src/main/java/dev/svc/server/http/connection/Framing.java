package dev.svc.server.http.connection;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The end of a request must be unambiguous (request smuggling): a proxy that reads the same bytes differently would
/// let one person's bytes become the start of another's request.
public final class Framing implements Http1ConnectionListener {
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final String CHUNKED = "chunked";

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        Connection.current().ifPresent(Connection::requested);
        objection(headers).ifPresent(sentence -> {
            throw RequestException.builder()
                    .type(EventType.BAD_REQUEST)
                    .status(Status.BAD_REQUEST_400)
                    .setKeepAlive(false)
                    .message(sentence)
                    .build();
        });
    }

    /// What makes the framing of a request ambiguous; empty for almost all.
    static Optional<String> objection(Headers headers) {
        List<String> lengths = headers.all(HeaderNames.CONTENT_LENGTH, List::of);
        List<String> codings = headers.all(HeaderNames.TRANSFER_ENCODING, List::of);
        if (lengths.size() > 1 || codings.size() > 1) {
            return Optional.of("The length of the body is given twice.");
        }
        if (!lengths.isEmpty() && !codings.isEmpty()) {
            return Optional.of("The length of the body is given in two ways.");
        }
        if (lengths.stream().anyMatch(length -> !LENGTH.matcher(length).matches())) {
            return Optional.of("The length of the body is not a number.");
        }
        return codings.stream().allMatch(CHUNKED::equals)
                ? Optional.empty()
                : Optional.of("The body is sent in a coding that is not known here.");
    }
}
