/// What other programs of the host ask the service over HTTP, without being signed in.
@NullMarked
package dev.svc.shared.client;

import org.jspecify.annotations.NullMarked;
