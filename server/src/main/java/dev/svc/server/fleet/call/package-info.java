/// Calls between hosts: what one asks of another, what the other one lets it do, and the answer. What is
/// called is done by whoever is handed in.
@NullMarked
package dev.svc.server.fleet.call;

import org.jspecify.annotations.NullMarked;
