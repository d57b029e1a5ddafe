/// What characters do on a terminal: how many columns they take, and which of them command it.
@NullMarked
package dev.svc.shared.text;

import org.jspecify.annotations.NullMarked;
