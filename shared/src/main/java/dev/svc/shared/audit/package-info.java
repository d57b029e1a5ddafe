/// What people do on the host beside the service, left for its journal.
@NullMarked
package dev.svc.shared.audit;

import org.jspecify.annotations.NullMarked;
