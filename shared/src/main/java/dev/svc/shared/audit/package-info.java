/// Changes that people make on the host beside the service, noted for its journal.
@NullMarked
package dev.svc.shared.audit;

import org.jspecify.annotations.NullMarked;
