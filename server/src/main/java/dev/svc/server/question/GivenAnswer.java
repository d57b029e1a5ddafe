package dev.svc.server.question;

import org.jspecify.annotations.Nullable;

/// What somebody answers.
///
/// @param choice the key of one
/// @param digest of what they were shown
/// @param confirm they have been told that the choice also answers later questions
public record GivenAnswer(String choice, @Nullable String words, String digest, boolean confirm, Responder by) {}
