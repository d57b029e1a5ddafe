package dev.svc.server.catalog;

import dev.svc.server.session.SessionFacts;
import java.util.Comparator;

/// What a store says about one session, with its text prepared for searching.
///
/// @param text title, first message, cwd, id, branch and model, folded, a line each
/// @param withoutTitle where the text goes on behind the program's own title
record Found(SessionFacts facts, Folded text, int withoutTitle) {

    /// Newest first; ties by id, so that the order of an unchanged list never changes.
    static final Comparator<Found> NEWEST = Comparator.comparing(
                    (Found found) -> found.facts().updatedAt(), Comparator.reverseOrder())
            .thenComparing(found -> found.facts().id());

    static Found of(SessionFacts facts) {
        var title = facts.title() == null ? "" : Folded.fold(facts.title());
        var text = new StringBuilder(title);
        for (var part :
                new String[] {facts.firstMessage(), facts.cwd(), facts.id().toString(), facts.branch(), facts.model()
                }) {
            text.append('\n').append(part == null ? "" : Folded.fold(part));
        }
        return new Found(
                facts, Folded.ofFolded(text.toString()), Folded.ofFolded(title).length());
    }
}
