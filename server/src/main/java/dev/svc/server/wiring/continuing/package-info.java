/// Sessions that go on at a time that somebody set.
@NullMarked
package dev.svc.server.wiring.continuing;

import org.jspecify.annotations.NullMarked;
