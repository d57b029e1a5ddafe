/// The organisation as one JSON file for other programs and for the day the journal is gone: a projection that knows
/// which entry it contains.
@NullMarked
package dev.svc.server.sidecar;

import org.jspecify.annotations.NullMarked;
