/// Records on the disk: their form, their files, and the calls that make them durable.
@NullMarked
package dev.svc.server.journal.record;

import org.jspecify.annotations.NullMarked;
