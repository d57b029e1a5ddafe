/// The command that searches in what was said.
@NullMarked
package dev.svc.server.cli.search;

import org.jspecify.annotations.NullMarked;
