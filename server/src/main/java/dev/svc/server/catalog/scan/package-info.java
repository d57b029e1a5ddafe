/// One store looked at: walked, read in pieces, cached, watched.
@NullMarked
package dev.svc.server.catalog.scan;

import org.jspecify.annotations.NullMarked;
