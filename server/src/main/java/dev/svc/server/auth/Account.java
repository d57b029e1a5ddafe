package dev.svc.server.auth;

import dev.svc.shared.secret.PasswordHash;

/// The one account as it stands now.
///
/// @param changeForced the password was generated: nothing else is answered until it is changed
public record Account(String name, PasswordHash password, boolean changeForced) {}
