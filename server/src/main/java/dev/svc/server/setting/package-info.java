/// What people can set while the service runs: keys, valid values, and the values in force.
@NullMarked
package dev.svc.server.setting;

import org.jspecify.annotations.NullMarked;
