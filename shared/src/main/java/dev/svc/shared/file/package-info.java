/// Small files that are replaced atomically, and folders and locks that belong to their owner alone.
@NullMarked
package dev.svc.shared.file;

import org.jspecify.annotations.NullMarked;
