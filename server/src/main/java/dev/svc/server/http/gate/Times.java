package dev.svc.server.http.gate;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Times in queries.
public final class Times {
    private Times() {}

    public static Optional<Instant> find(Parameters parameters, String name) {
        return parameters.find(name).map(text -> parsed(name, text));
    }

    private static Instant parsed(String name, String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException none) {
            throw Problem.badRequest(name + " takes a time such as 2026-11-21T10:00:00Z.");
        }
    }
}
