package dev.svc.server.share;

import dev.svc.server.change.ShownText;
import dev.svc.server.change.fold.ChangedFile.Line;
import dev.svc.server.mask.Masks;
import dev.svc.server.mask.Secret;
import dev.svc.server.mask.Visible;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Masks the lines of a diff, as the text before and the text after have them: a secret may have more than one line.
/// Owned by one page.
final class MaskedLines {
    /// More than is shown of a line: a secret at the cut is still whole when it is masked.
    private static final int HELD = 2 * ShownText.LONGEST;

    private static final List<Character> SIDES = List.of('+', '-');

    private final Masks masks;
    private final Consumer<Secret> noted;

    /// @param noted hears of each secret
    MaskedLines(Masks masks, Consumer<Secret> noted) {
        this.masks = masks;
        this.noted = noted;
    }

    /// What may be shown of them: as many lines, without a secret and without a character that acts.
    List<String> of(List<Line> lines) {
        var held = lines.stream().map(line -> held(line.text())).toList();
        var visible =
                held.stream().map(text -> Visible.of(text).replace('\n', ' ')).toList();
        var hidden = hidden(lines, visible, Set.of());
        if (!visible.equals(held)) { // what hides a secret from one look does not hide it from the other
            hidden(lines, held, hidden.keySet()).forEach(hidden::putIfAbsent);
        }
        var shown = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            var text = hidden.getOrDefault(i, held.get(i));
            int left = lines.get(i).text().length() - held.get(i).length();
            shown.add(ShownText.of(text, text.length() + left));
        }
        return shown;
    }

    private static String held(String text) {
        return text.length() <= HELD ? text : text.substring(0, HELD);
    }

    /// The lines that have something to mask. One that is masked in two ways is masked whole.
    ///
    /// @param known those in which secrets are counted already
    private Map<Integer, String> hidden(List<Line> lines, List<String> texts, Set<Integer> known) {
        var hidden = new HashMap<Integer, String>();
        for (char side : SIDES) {
            var places = IntStream.range(0, lines.size())
                    .filter(i -> lines.get(i).op() == ' ' || lines.get(i).op() == side)
                    .boxed()
                    .toList();
            var counted = Set.copyOf(hidden.keySet());
            var masked = masks.hide(places.stream().map(texts::get).toList(), (kind, line) -> {
                if (!counted.contains(places.get(line)) && !known.contains(places.get(line))) {
                    noted.accept(kind);
                }
            });
            for (int i = 0; i < places.size(); i++) {
                if (!masked.get(i).equals(texts.get(places.get(i)))) {
                    hidden.merge(places.get(i), masked.get(i), (one, other) -> one.equals(other) ? one : Masks.MASK);
                }
            }
        }
        return hidden;
    }
}
