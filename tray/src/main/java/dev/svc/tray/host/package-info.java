/// What is asked of this host and done on it: files, the service, the command svc. Nothing here draws.
@NullMarked
package dev.svc.tray.host;

import org.jspecify.annotations.NullMarked;
