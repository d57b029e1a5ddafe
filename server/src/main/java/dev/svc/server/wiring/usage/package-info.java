/// What connects usage with the catalog, the organisation, the settings and the open pages.
@NullMarked
package dev.svc.server.wiring.usage;

import org.jspecify.annotations.NullMarked;
