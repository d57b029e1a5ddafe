/// What connects the vault with the catalog, the organisation and the settings.
@NullMarked
package dev.svc.server.wiring.vault;

import org.jspecify.annotations.NullMarked;
