/// Tokens of scripts and programs: each has a name and few rights, is shown once and kept as a hash.
@NullMarked
package dev.svc.server.auth.token;

import org.jspecify.annotations.NullMarked;
