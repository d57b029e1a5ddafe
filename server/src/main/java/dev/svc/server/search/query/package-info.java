/// What people ask the search for, as values, and how those are read from what they type.
@NullMarked
package dev.svc.server.search.query;

import org.jspecify.annotations.NullMarked;
