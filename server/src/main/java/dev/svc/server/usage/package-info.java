/// What all sessions used: tokens and their price, by day, project, model, program and session.
@NullMarked
package dev.svc.server.usage;

import org.jspecify.annotations.NullMarked;
