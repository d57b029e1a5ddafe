package dev.svc.server.push.post;

import java.net.http.HttpRequest;

/// What is sent, and where it may go.
///
/// @param mayBePrivate its host may be this computer or one beside it
public record Outgoing(HttpRequest request, boolean mayBePrivate) {}
