/// Where texts of strangers are worked on: a few threads of their own, a deadline for each piece of work, and a fair
/// share of both for each session.
@NullMarked
package dev.svc.server.texts;

import org.jspecify.annotations.NullMarked;
