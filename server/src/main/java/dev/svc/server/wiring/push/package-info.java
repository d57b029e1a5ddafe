/// Connects notices to devices with what they are about: questions, programs that end, reviews, settings.
@NullMarked
package dev.svc.server.wiring.push;

import org.jspecify.annotations.NullMarked;
