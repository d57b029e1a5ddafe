/// The last bytes of every terminal in a file that outlives the server, addressed by how many came before them.
@NullMarked
package dev.svc.server.terminal.ring;

import org.jspecify.annotations.NullMarked;
