/// The full-text index: one document a turn. Alone with Lucene.
@NullMarked
package dev.svc.server.search.index;

import org.jspecify.annotations.NullMarked;
