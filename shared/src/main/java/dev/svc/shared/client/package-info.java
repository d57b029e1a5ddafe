/// HTTP as a client: what other programs of the host ask the service without being signed in, and what every client
/// reads of an answer.
@NullMarked
package dev.svc.shared.client;

import org.jspecify.annotations.NullMarked;
