/// Small files that are written whole or not at all, and folders and locks that belong to their owner alone.
@NullMarked
package dev.svc.shared.file;

import org.jspecify.annotations.NullMarked;
