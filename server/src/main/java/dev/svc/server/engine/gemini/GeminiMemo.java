package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.ReadMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How to continue a reading of a session: where its file ended, which messages it had, and where the other files of
/// the same session ended; those must not have changed.
///
/// @param name of the file that tells the session
/// @param others the other files
record GeminiMemo(String name, ReadMark mark, String messages, List<Other> others) {
    /// Another file of the piece.
    record Other(String name, ReadMark mark) {}

    /// Empty when no reading can continue from this one.
    static Optional<GeminiMemo> of(@Nullable Reading before) {
        if (before == null || !before.complete() || before.sessions().size() != 1) {
            return Optional.empty();
        }
        var words = before.memo().split("\t", -1);
        var mark = words.length < 3 ? Optional.<ReadMark>empty() : ReadMark.parse(words[1]);
        var others = new ArrayList<Other>();
        for (int i = 3; i + 1 < words.length; i += 2) {
            String name = words[i];
            ReadMark.parse(words[i + 1]).ifPresent(end -> others.add(new Other(name, end)));
        }
        return mark.map(end -> new GeminiMemo(words[0], end, words[2], others));
    }

    /// Where the reading of another file ended; empty when it is not known.
    Optional<ReadMark> other(String file) {
        return others.stream()
                .filter(other -> other.name().equals(file))
                .map(Other::mark)
                .findFirst();
    }

    @Override
    public String toString() {
        var text = new StringBuilder(name + '\t' + mark + '\t' + messages);
        others.forEach(
                other -> text.append('\t').append(other.name()).append('\t').append(other.mark()));
        return text.toString();
    }
}
