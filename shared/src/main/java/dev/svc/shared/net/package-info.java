/// Network addresses: which belong together, and which nobody outside reaches.
@NullMarked
package dev.svc.shared.net;

import org.jspecify.annotations.NullMarked;
