/// The formats of what must stay secret: password hash, signing key, second factor; for the service, the command line
/// and the tray.
@NullMarked
package dev.svc.shared.secret;

import org.jspecify.annotations.NullMarked;
