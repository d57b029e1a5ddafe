/// What programs ask, for clients; and the address that programs call while they ask.
@NullMarked
package dev.svc.server.http.question;

import org.jspecify.annotations.NullMarked;
