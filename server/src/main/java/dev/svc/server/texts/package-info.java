/// Processing texts of strangers: a few dedicated threads, a deadline per job, and a fair share of both per session.
@NullMarked
package dev.svc.server.texts;

import org.jspecify.annotations.NullMarked;
