package dev.svc.server.http.gate;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The fields of a form that a page without scripts sent; read once, before the gate, for the token in it.
public record FormFields(Map<String, String> fields) {
    public static final String CSRF_FIELD = "csrf_token";
    public static final int LARGEST = 8 << 10;
    private static final String TYPE = "application/x-www-form-urlencoded";

    public static boolean isSentBy(ServerRequest request) {
        return request.headers()
                .value(HeaderNames.CONTENT_TYPE)
                .filter(FormFields::isForm)
                .isPresent();
    }

    /// Compares the beginning of the header only: a media type parser throws on malformed ones, and strangers send
    /// them.
    static boolean isForm(String contentType) {
        return contentType.equalsIgnoreCase(TYPE)
                || contentType.regionMatches(true, 0, TYPE + ";", 0, TYPE.length() + 1);
    }

    /// The form of this request; empty when its body is something else.
    public static Optional<FormFields> of(ServerRequest request) {
        if (!isSentBy(request)) {
            return Optional.empty();
        }
        Optional<FormFields> read = request.context().get(FormFields.class);
        if (read.isEmpty()) {
            FormFields form = parsed(new String(Json.body(request, LARGEST), StandardCharsets.UTF_8));
            request.context().register(form);
            read = Optional.of(form);
        }
        return read;
    }

    @Nullable
    public String find(String name) {
        return fields.get(name);
    }

    static FormFields parsed(String body) {
        var fields = new HashMap<String, String>();
        for (String pair : body.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0
                    && fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1))) != null) {
                throw Problem.badRequest("A field of the form came twice.");
            }
        }
        return new FormFields(fields);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw Problem.badRequest("The form is not encoded as forms are.");
        }
    }

    @Override
    public String toString() {
        return "a form with the fields " + fields.keySet(); // never the values
    }
}
