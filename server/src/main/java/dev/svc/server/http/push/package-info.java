/// The devices that are told of questions, and what visible pages look at.
@NullMarked
package dev.svc.server.http.push;

import org.jspecify.annotations.NullMarked;
