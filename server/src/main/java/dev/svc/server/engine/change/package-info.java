/// What the calls of a conversation did to files, as the programs' logs tell it: values, and the forms of patches that
/// several programs share.
@NullMarked
package dev.svc.server.engine.change;

import org.jspecify.annotations.NullMarked;
