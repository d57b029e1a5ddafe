package dev.svc.server.question;

import org.jspecify.annotations.Nullable;

/// An answer as a person gives it.
///
/// @param choice the key of one
/// @param digest of what the person was shown
/// @param confirm the person knows that the choice also answers later questions
public record GivenAnswer(String choice, @Nullable String words, String digest, boolean confirm, Responder by) {}
