/// What people can set while the service runs: its keys, what each takes, and what holds now.
@NullMarked
package dev.svc.server.setting;

import org.jspecify.annotations.NullMarked;
