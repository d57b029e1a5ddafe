/// Search in what was said: finds turns, groups them by session, and shows the words where they stand.
@NullMarked
package dev.svc.server.search;

import org.jspecify.annotations.NullMarked;
