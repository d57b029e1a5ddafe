/// Connects what programs ask with the rooms that hear it, show it and give the answers.
@NullMarked
package dev.svc.server.wiring.question;

import org.jspecify.annotations.NullMarked;
