/// What programs that speak the Model Context Protocol can do with svc: tools over its own interface, without any
/// transport.
@NullMarked
package dev.svc.server.mcp;

import org.jspecify.annotations.NullMarked;
