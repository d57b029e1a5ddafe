/// Sessions, projects, folders and transcripts: what is read and changed about them.
@NullMarked
package dev.svc.server.http.session;

import org.jspecify.annotations.NullMarked;
