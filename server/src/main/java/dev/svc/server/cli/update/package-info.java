/// Update, roll back, and the commands that a release starts by itself.
@NullMarked
package dev.svc.server.cli.update;

import org.jspecify.annotations.NullMarked;
