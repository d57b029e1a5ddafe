/// Where a newer release comes from, whether it may be installed, and how it replaces the running one.
@NullMarked
package dev.svc.server.update;

import org.jspecify.annotations.NullMarked;
