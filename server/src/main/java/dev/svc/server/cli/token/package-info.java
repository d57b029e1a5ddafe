/// `svc token`: what lets programs in, made and ended on the host.
@NullMarked
package dev.svc.server.cli.token;

import org.jspecify.annotations.NullMarked;
