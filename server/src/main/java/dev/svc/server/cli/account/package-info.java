/// Ways back in for somebody at the host.
@NullMarked
package dev.svc.server.cli.account;

import org.jspecify.annotations.NullMarked;
