package dev.svc.server.terminal.status;

import dev.svc.server.engine.DialogRules.Answers;
import dev.svc.server.engine.DialogRules.Meaning;
import dev.svc.server.engine.ScreenRules.Clue;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import dev.svc.server.terminal.status.Options.Option;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the options of a dialog do, by the program's rules. Whatever they do not know word for word is chosen in the
/// terminal.
final class Meanings {
    /// What an option allows for later stands in its words: what is longer is cut somewhere.
    private static final int LONGEST_WORDS = 300;

    private Meanings() {}

    /// A kind of dialog that the rules know.
    ///
    /// @param question the row of its question; negative where the rules do not say which line that is
    /// @param text the question
    record Known(Answers answers, int question, @Nullable String text) {}

    /// The kind that a dialog is of; none where its edge is not on the screen and would be needed to tell.
    static Optional<Known> known(List<Answers> kinds, Dialog dialog, List<String> below) {
        return kinds.stream()
                .flatMap(kind -> known(kind, dialog, below).stream())
                .findFirst();
    }

    private static Optional<Known> known(Answers kind, Dialog dialog, List<String> below) {
        var above = dialog.above();
        int head = kind.head() == null || !dialog.bounded() ? -1 : Foot.findHead(kind.head(), above);
        int lead = kind.lead() == null ? -1 : Foot.find(kind.lead(), above);
        var tail = kind.tail();
        boolean lacks = (kind.head() != null && head < 0)
                || (kind.lead() != null && lead < 0)
                || (tail != null && below.stream().noneMatch(it -> Foot.has(tail, it)));
        if (lacks) {
            return Optional.empty();
        }
        var byLead = question(kind, kind.lead(), lead, dialog);
        return Optional.of(byLead == null ? unless(question(kind, kind.head(), head, dialog), kind) : byLead);
    }

    private static Known unless(@Nullable Known known, Answers kind) {
        return known == null ? new Known(kind, -1, null) : known;
    }

    private static @Nullable Known question(Answers kind, @Nullable Clue clue, int row, Dialog dialog) {
        if (clue == null || row < 0) {
            return null;
        }
        var groups = Foot.groups(clue.words(), dialog.above().get(row));
        String text = groups.isEmpty() ? "" : Saying.question(groups.getFirst());
        return text.isEmpty() ? null : new Known(kind, dialog.top() + row, text);
    }

    /// An option as a choice.
    ///
    /// @param whole whether all that the dialog says can be shown; else nothing of it can be allowed from afar
    static Choice choice(Option option, @Nullable Answers kind, boolean whole) {
        var meaning = kind == null ? null : meaning(option, kind);
        if (meaning == null || (!whole && meaning.effect() != Effect.DENY)) {
            return Choice.once(option.key(), option.label(), Effect.TERMINAL);
        }
        String label = meaning.effect() == Effect.CHOOSE ? option.label() : option.words();
        return new Choice(option.key(), label, meaning.effect(), meaning.lasting(), false);
    }

    private static @Nullable Meaning meaning(Option option, Answers kind) {
        String words = option.words();
        if (!option.plain() || words.codePointCount(0, words.length()) > LONGEST_WORDS) {
            return null;
        }
        for (var meaning : kind.meanings()) {
            if (Foot.is(meaning.words(), words)) {
                return meaning;
            }
        }
        return null;
    }
}
