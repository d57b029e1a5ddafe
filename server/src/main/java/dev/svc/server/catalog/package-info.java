/// Every session found, joined with the organisation people make: scanned, watched, cached, listed and filtered.
@NullMarked
package dev.svc.server.catalog;

import org.jspecify.annotations.NullMarked;
