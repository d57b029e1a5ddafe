package dev.svc.server.review.model;

/// The question about one session: everything that leaves this machine, beside the model's name and the key.
///
/// @param rules what to answer and how; never holds text of the session
/// @param material the session's text, masked and bounded
public record Question(String rules, String material) {}
