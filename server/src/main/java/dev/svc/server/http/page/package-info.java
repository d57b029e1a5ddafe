/// The page itself and its files.
@NullMarked
package dev.svc.server.http.page;

import org.jspecify.annotations.NullMarked;
