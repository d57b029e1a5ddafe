package dev.svc.server.question;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A question that is open no more.
///
/// @param receipt of the answer that was sent from here, if there was one
public record SettledQuestion(
        OpenQuestion question,
        How how,
        Instant at,
        @Nullable Receipt receipt) {}
