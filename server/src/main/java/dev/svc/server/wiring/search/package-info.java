/// What connects searching with the settings and those who wait.
@NullMarked
package dev.svc.server.wiring.search;

import org.jspecify.annotations.NullMarked;
