package dev.svc.server.metadata;

import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The events that lead from one state of things to another. Pure.
final class Difference {
    private Difference() {}

    /// One event for each mark that differs.
    static List<MetadataEvent> ofMarks(SessionId session, Marks from, Marks to) {
        var events = new ArrayList<MetadataEvent>();
        if (!Objects.equals(from.title(), to.title())) {
            events.add(new Renamed(session, to.title(), from.title()));
        }
        if (from.sticky() != to.sticky()) {
            events.add(to.sticky() ? new Favourited(session) : new Unfavourited(session));
        }
        if (!Objects.equals(from.archived(), to.archived())) {
            events.add(archiving(session, from, to));
        }
        if (!Objects.equals(from.project(), to.project())) {
            events.add(assignment(session, from, to));
        }
        if (!Objects.equals(from.snooze(), to.snooze())) {
            events.add(snoozing(session, from, to));
        }
        if (!Objects.equals(from.handedTo(), to.handedTo())) {
            events.add(new HandedTo(session, to.handedTo(), from.handedTo()));
        }
        if (!Objects.equals(from.handedFrom(), to.handedFrom())) {
            events.add(new HandedFrom(session, to.handedFrom(), from.handedFrom()));
        }
        if (!Objects.equals(from.continuing(), to.continuing())) {
            events.add(continuing(session, from, to));
        }
        return events;
    }

    private static MetadataEvent continuing(SessionId session, Marks from, Marks to) {
        return to.continuing() == null
                ? new ContinueCancelled(session, Objects.requireNonNull(from.continuing()))
                : new ContinueSet(session, to.continuing(), from.continuing());
    }

    private static MetadataEvent archiving(SessionId session, Marks from, Marks to) {
        if (to.archived() == null) {
            return new ArchiveCleared(session, Boolean.TRUE.equals(from.archived()));
        }
        return to.archived() ? new Archived(session, from.archived()) : new Unarchived(session, from.archived());
    }

    private static MetadataEvent snoozing(SessionId session, Marks from, Marks to) {
        return to.snooze() == null
                ? new Woken(session, Objects.requireNonNull(from.snooze()))
                : new Snoozed(session, to.snooze(), from.snooze());
    }

    private static MetadataEvent assignment(SessionId session, Marks from, Marks to) {
        return to.project() == null
                ? new Unassigned(session, Objects.requireNonNull(from.project()))
                : new Assigned(session, to.project(), from.project());
    }
}
