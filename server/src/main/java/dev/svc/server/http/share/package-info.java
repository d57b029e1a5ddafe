/// Turns that are shared: what would be seen, the page, the links, and the one address that needs no login.
@NullMarked
package dev.svc.server.http.share;

import org.jspecify.annotations.NullMarked;
