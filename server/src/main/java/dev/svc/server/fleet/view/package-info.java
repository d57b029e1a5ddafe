/// The sessions of all other hosts in one list: which there are, in which order, how many of what.
@NullMarked
package dev.svc.server.fleet.view;

import org.jspecify.annotations.NullMarked;
