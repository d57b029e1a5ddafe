/// Turns of a conversation that are shown to others: the page that is made of them, and the links that lead to it.
@NullMarked
package dev.svc.server.share;

import org.jspecify.annotations.NullMarked;
