/// The Model Context Protocol for programs elsewhere, behind a token.
@NullMarked
package dev.svc.server.http.mcp;

import org.jspecify.annotations.NullMarked;
