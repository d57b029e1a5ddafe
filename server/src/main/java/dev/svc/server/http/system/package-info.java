/// The house about itself: programs, settings, configuration, audit, figures, update and the AI review.
@NullMarked
package dev.svc.server.http.system;

import org.jspecify.annotations.NullMarked;
