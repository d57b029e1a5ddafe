package dev.svc.server.catalog;

import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.Asking;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.text.PlainText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A listed session: its store's facts, joined with people's marks and its live state.
///
/// @param marks as they count now: a snooze that is over is not among them
/// @param asking what its program asks while it waits
/// @param elsewhere where its program runs when svc did not start it; null when it did, and when none runs
/// @param background what its program still runs while it is idle
/// @param trouble why its store cannot be read at present; the facts are then the last ones known
public record Row(
        SessionFacts facts,
        Marks marks,
        Status status,
        @Nullable Asking asking,
        @Nullable Elsewhere elsewhere,
        List<String> background,
        @Nullable String trouble) {

    /// Who gave the title.
    public enum TitleSource {
        USER,
        ENGINE,
        FIRST_MESSAGE,
        NONE
    }

    public SessionId id() {
        return facts.id();
    }

    /// On one line, without anything that a terminal would take for a command.
    public @Nullable String title() {
        return title(facts, marks);
    }

    public TitleSource titleSource() {
        if (marks.title() != null) {
            return TitleSource.USER;
        }
        if (facts.title() != null) {
            return TitleSource.ENGINE;
        }
        return facts.firstMessage() == null ? TitleSource.NONE : TitleSource.FIRST_MESSAGE;
    }

    public boolean archived() {
        return marks.archived(facts.archived());
    }

    public boolean sticky() {
        return marks.sticky();
    }

    public boolean snoozed() {
        return marks.snooze() != null;
    }

    /// Whether it has a terminal of svc.
    public boolean live() {
        return status.isLive() && !isOutside();
    }

    /// A program outside svc is on it, which svc has not joined.
    public boolean isOutside() {
        return elsewhere != null && !elsewhere.joined();
    }

    public @Nullable ProjectId project() {
        return marks.project();
    }

    static @Nullable String title(SessionFacts facts, Marks marks) {
        if (marks.title() != null) {
            return PlainText.line(marks.title());
        }
        var title = facts.title() != null ? facts.title() : facts.firstMessage();
        return title == null ? null : PlainText.line(cut(title));
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= SessionFacts.MAX_TITLE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, SessionFacts.MAX_TITLE));
    }
}
