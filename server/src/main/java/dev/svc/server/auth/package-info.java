/// Who may come in: passwords, logins, CSRF, second factor, penalties; strings in, decisions out, no HTTP.
@NullMarked
package dev.svc.server.auth;

import org.jspecify.annotations.NullMarked;
