/// The words everyone speaks: who a session is and what its program's store says about it. Values only, no input or
/// output.
@NullMarked
package dev.svc.server.session;

import org.jspecify.annotations.NullMarked;
