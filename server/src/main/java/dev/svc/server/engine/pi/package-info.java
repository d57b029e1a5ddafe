/// Pi: one file of lines a session, whose entries are a tree; the conversation is the way from the last one back.
@NullMarked
package dev.svc.server.engine.pi;

import org.jspecify.annotations.NullMarked;
