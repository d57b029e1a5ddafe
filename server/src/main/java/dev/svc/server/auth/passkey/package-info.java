/// Passkeys: what a browser may sign in with instead of a password and a code, and what it signs.
@NullMarked
package dev.svc.server.auth.passkey;

import org.jspecify.annotations.NullMarked;
