package dev.svc.server.catalog.scan;

import dev.svc.server.session.SessionFacts;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A store's facts about one session. Its text is prepared for searching at the first search, or earlier when idle:
/// preparing ten thousand texts takes longer than searching them.
public final class StoredSession {

    /// Newest first; ties by id, so that the order of an unchanged list never changes.
    public static final Comparator<StoredSession> NEWEST = (one, other) -> {
        int byTime = other.facts.updatedAt().compareTo(one.facts.updatedAt());
        return byTime != 0 ? byTime : one.facts.id().compareTo(other.facts.id());
    };

    private final SessionFacts facts;

    /// Computed on first use; a race computes the same value twice.
    private volatile @Nullable Text text;

    /// What is searched: title, first message, cwd, id, branch and model, folded, a line each.
    ///
    /// @param titled where the text after the program's own title begins
    private record Text(Folded folded, int titled) {}

    private StoredSession(SessionFacts facts, @Nullable Text text) {
        this.facts = facts;
        this.text = text;
    }

    public static StoredSession of(SessionFacts facts) {
        return new StoredSession(facts, null);
    }

    /// What the store says now; an unchanged text is not prepared again.
    StoredSession with(SessionFacts now) {
        return new StoredSession(now, words(now).equals(words(facts)) ? text : null);
    }

    public SessionFacts facts() {
        return facts;
    }

    /// Whether the word occurs in anything the store says; the program's title is left out where people gave another.
    public boolean says(Folded word, boolean titled) {
        var searched = text();
        return searched.folded.contains(titled ? 0 : searched.titled, word);
    }

    /// Prepares the text, if it is not prepared yet.
    void prepare() {
        var _ = text();
    }

    private Text text() {
        var made = text;
        if (made == null) {
            made = folded(words(facts));
            text = made;
        }
        return made;
    }

    private static List<String> words(SessionFacts facts) {
        return List.of(
                Objects.requireNonNullElse(facts.title(), ""),
                Objects.requireNonNullElse(facts.firstMessage(), ""),
                Objects.requireNonNullElse(facts.cwd(), ""),
                facts.id().toString(),
                Objects.requireNonNullElse(facts.branch(), ""),
                Objects.requireNonNullElse(facts.model(), ""));
    }

    private static Text folded(List<String> words) {
        var title = Folded.of(words.getFirst());
        return new Text(Folded.of(String.join("\n", words)), title.length());
    }
}
