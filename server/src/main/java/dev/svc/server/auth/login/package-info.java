/// Logins, the cookies that hold them, and the addresses that they come from.
@NullMarked
package dev.svc.server.auth.login;

import org.jspecify.annotations.NullMarked;
