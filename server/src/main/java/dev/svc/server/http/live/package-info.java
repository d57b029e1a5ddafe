/// News to the pages that listen, as server-sent events.
@NullMarked
package dev.svc.server.http.live;

import org.jspecify.annotations.NullMarked;
