/// The program's root: the entry point and the one place where everything is wired together.
@NullMarked
package dev.svc.server;

import org.jspecify.annotations.NullMarked;
