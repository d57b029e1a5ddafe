/// What git says of the folder of a session. Repositories are strangers': nothing that they bring along is run.
@NullMarked
package dev.svc.server.change.git;

import org.jspecify.annotations.NullMarked;
