/// What tokens cost: a dated table that comes with svc, and a file that overrides it.
@NullMarked
package dev.svc.server.usage.price;

import org.jspecify.annotations.NullMarked;
