/// What a home holds, in one file, and back again.
@NullMarked
package dev.svc.server.backup;

import org.jspecify.annotations.NullMarked;
