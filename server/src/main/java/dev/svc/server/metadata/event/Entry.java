package dev.svc.server.metadata.event;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One line of the journal: an event with its place, its time and its author.
///
/// @param seq counts from 1 without gaps
/// @param id the same wherever the entry is imported to
/// @param at to the millisecond, never before that of the previous entry
/// @param batch shared by the entries of one bulk change
/// @param undoes the entry that this one undoes
public record Entry(
        long seq,
        UUID id,
        Instant at,
        Actor actor,
        @Nullable UUID batch,
        @Nullable Long undoes,
        MetadataEvent event) {}
