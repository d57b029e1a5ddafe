package dev.svc.server.http.gate;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A refusal as the client sees it: status, a stable machine word, and a sentence for people.
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final transient List<FieldError> errors;
    private final Duration retryAfter;
    private final int position;
    private final transient Map<String, Object> members;

    /// A field that was not accepted.
    public record FieldError(String field, String message) {}

    private Problem(int status, String code, String detail, List<FieldError> errors) {
        this(status, code, detail, errors, Duration.ZERO, -1, Map.of());
    }

    private Problem(
            int status,
            String code,
            String detail,
            List<FieldError> errors,
            Duration retryAfter,
            int position,
            Map<String, Object> members) {
        super(detail, null, false, false);
        this.status = status;
        this.code = code;
        this.errors = List.copyOf(errors);
        this.retryAfter = retryAfter;
        this.position = position;
        this.members = members;
    }

    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, List.of());
    }

    public static Problem badRequest(String detail) {
        return of(400, "bad_request", detail);
    }

    /// A search that cannot be read.
    ///
    /// @param position where in what was typed
    public static Problem badQuery(String detail, int position) {
        return new Problem(400, "bad_query", detail, List.of(), Duration.ZERO, position, Map.of());
    }

    public static Problem unauthenticated() {
        return of(401, "unauthenticated", "Log in first.");
    }

    public static Problem forbidden(String code, String detail) {
        return of(403, code, detail);
    }

    public static Problem notFound(String detail) {
        return of(404, "not_found", detail);
    }

    public static Problem conflict(String detail) {
        return of(409, "conflict", detail);
    }

    /// A conflict that says more than a sentence.
    ///
    /// @param members of the answer beside the usual ones; their values may be null
    public static Problem conflict(String code, String detail, Map<String, Object> members) {
        return new Problem(409, code, detail, List.of(), Duration.ZERO, -1, members);
    }

    public static Problem tooLarge(String detail) {
        return of(413, "too_large", detail);
    }

    /// Too much for now; `retryAfter` reaches the client as the header of that name.
    public static Problem rateLimited(String detail, Duration retryAfter) {
        return new Problem(429, "rate_limited", detail, List.of(), retryAfter, -1, Map.of());
    }

    /// Understood but refused, with the field at fault.
    public static Problem invalid(String field, String message) {
        return new Problem(422, "invalid", message, List.of(new FieldError(field, message)));
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    /// Zero when there is nothing to wait for.
    public Duration retryAfter() {
        return retryAfter;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }

    /// Where in what was typed; negative where that says nothing.
    public int position() {
        return position;
    }

    /// What the answer says beside what every refusal says.
    public Map<String, Object> members() {
        return members;
    }

    public List<FieldError> errors() {
        return errors;
    }
}
