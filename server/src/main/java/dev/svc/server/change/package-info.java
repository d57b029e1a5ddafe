/// What a session changed: its own edits as a net diff, and what git says of the folder.
@NullMarked
package dev.svc.server.change;

import org.jspecify.annotations.NullMarked;
