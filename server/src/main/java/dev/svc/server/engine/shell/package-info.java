/// The plain terminal: a shell, or one command, without a model. It keeps no store of its own, so svc writes down what
/// it
/// printed.
@NullMarked
package dev.svc.server.engine.shell;

import org.jspecify.annotations.NullMarked;
