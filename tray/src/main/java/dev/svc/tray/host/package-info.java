/// What the tray asks of this host: files, the service, the command svc. Nothing here draws.
@NullMarked
package dev.svc.tray.host;

import org.jspecify.annotations.NullMarked;
