package dev.svc.server.share;

import dev.svc.server.change.SessionChanges;
import dev.svc.server.mask.Masks;
import dev.svc.server.mask.Secret;
import dev.svc.server.mask.Visible;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.transcript.Conversation;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.transcript.TurnTexts;
import dev.svc.server.transcript.export.ChosenTurns;
import dev.svc.server.transcript.export.Head;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Makes the page that others see of a conversation: chosen turns, with what they changed if that is wanted, masked, in
/// one file that loads nothing.
public final class Sharing {
    public static final int MOST_TURNS = 200;

    /// Of the page, in characters.
    static final int MOST = 2 << 20;

    /// What is proposed where nobody has chosen.
    private static final int USUAL_TURNS = 10;

    private final Transcript transcript;
    private final SessionChanges changes;
    private final Masks masks;

    public Sharing(Transcript transcript, SessionChanges changes, Masks masks) {
        this.transcript = transcript;
        this.changes = changes;
        this.masks = masks;
    }

    /// What is wanted of a conversation, both ends included.
    ///
    /// @param from null for the last few
    /// @param to null for the last one
    /// @param isWithChanges whether what these turns changed is part of the page
    public record Choice(@Nullable Integer from, @Nullable Integer to, boolean isWithChanges) {}

    /// The page of these turns.
    public SharedPage page(SessionId session, Head head, Choice choice) throws IOException, UnfitShareException {
        var talk = transcript.find(session).orElse(null);
        if (talk == null || talk.count() == 0) {
            throw new UnfitShareException(
                    "turns", "Nothing was said in this session yet, so there is nothing to share.");
        }
        int last = choice.to() == null ? talk.count() - 1 : choice.to();
        int first = choice.from() == null ? Math.max(0, last - USUAL_TURNS + 1) : choice.from();
        requireFit(first, last, talk.count());
        var masked = new EnumMap<Secret, Integer>(Secret.class);
        Consumer<Secret> noted = kind -> masked.merge(kind, 1, Integer::sum);
        UnaryOperator<String> hide = text -> masks.hide(Visible.of(text), noted);
        var turns = turns(talk, first, last, hide);
        var shown = head(talk, head, hide);
        SharedChanges changed = null;
        if (choice.isWithChanges()) {
            var cwd = head.cwd() == null ? "" : head.cwd();
            var diff = changes.of(session, cwd);
            changed = talk.errand().read(() -> new ChosenChanges(first, last, cwd, masks, noted).of(diff));
        }
        var more = changed == null ? "" : ChangesHtml.of(changed);
        var html = ChosenTurns.html(talk.errand(), turns, first, talk.count(), shown, masked(masked), more);
        if (html.length() > MOST) {
            throw changed == null
                    ? tooLong()
                    : new UnfitShareException(
                            "turns",
                            "These turns and their changes are too long to be shared at once: choose fewer, or leave the changes out.");
        }
        return new SharedPage(first, last, talk.count(), shown.title(), turns, changed, masked, html);
    }

    private static void requireFit(int first, int last, int count) throws UnfitShareException {
        if (first < 0 || last < first || last >= count) {
            throw new UnfitShareException(
                    "turns", "The turns go from 0 to %d: name the first and the last one.".formatted(count - 1));
        }
        if (last - first >= MOST_TURNS) {
            throw new UnfitShareException("turns", "At most %d turns can be shared at once.".formatted(MOST_TURNS));
        }
    }

    /// Masked one by one by the workers; no more than fits is ever held.
    private static List<Turn> turns(Conversation talk, int first, int last, UnaryOperator<String> hide)
            throws IOException, UnfitShareException {
        var all = new ArrayList<Turn>();
        var size = new long[1];
        talk.forwards(first, last + 1, (_, some) -> {
            all.addAll(talk.errand()
                    .read(() -> some.stream()
                            .map(turn -> TurnTexts.each(turn, text -> {
                                size[0] += text.length();
                                return size[0] > MOST ? "" : hide.apply(text);
                            }))
                            .toList()));
            return size[0] <= MOST;
        });
        if (size[0] > MOST) {
            throw tooLong();
        }
        return all;
    }

    private static UnfitShareException tooLong() {
        return new UnfitShareException("turns", "These turns are too long to be shared at once: choose fewer.");
    }

    /// Neither the folder nor the session's id: both say something of the host that nobody asked to share.
    private static Head head(Conversation talk, Head head, UnaryOperator<String> hide) throws IOException {
        return talk.errand()
                .read(() -> new Head(
                        "",
                        hide.apply(head.title()),
                        head.program(),
                        null,
                        head.model(),
                        head.createdAt(),
                        head.updatedAt()));
    }

    private static String masked(Map<Secret, Integer> masked) {
        var words = new ArrayList<String>();
        masked.forEach((kind, count) -> words.add(count + " × " + word(kind)));
        return words.isEmpty() ? "nothing looked like a secret" : String.join(", ", words);
    }

    private static String word(Secret kind) {
        return switch (kind) {
            case OWN -> "secret of svc";
            case PRIVATE_KEY -> "private key";
            case KEY -> "key or token";
            case PASSWORD -> "stored password";
            case ADDRESS -> "password in an address";
            case HEADER -> "value of a header";
            case NAMED -> "value that is called a secret";
        };
    }
}
