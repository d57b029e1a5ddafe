/// Login, logout, password and second factor: pages without a script, and routes for programs.
@NullMarked
package dev.svc.server.http.account;

import org.jspecify.annotations.NullMarked;
