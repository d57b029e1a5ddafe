package dev.svc.server.engine.grok;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.ReadMark;
import java.util.Optional;

/// What a reading of the updates needs to continue where the last one stopped.
///
/// @param open the message that the next update may go on with, without blanks
record GrokMemo(ReadMark mark, int prompts, int answers, String open) {
    static Optional<GrokMemo> find(String memo) {
        String[] words = memo.split(" ", -1);
        if (words.length != 4) {
            return Optional.empty();
        }
        try {
            int prompts = Integer.parseInt(words[1]);
            int answers = Integer.parseInt(words[2]);
            return ReadMark.parse(words[0]).map(mark -> new GrokMemo(mark, prompts, answers, words[3]));
        } catch (NumberFormatException malformed) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return mark + " " + prompts + " " + answers + " " + open;
    }

    /// The updates as they stood then; what the row said is not said twice here.
    GrokUpdates resume(Reading before) {
        var updates = new GrokUpdates(new SkippedRecords(before.unreadable().stream()
                .filter(one -> !one.kind().equals(GrokFolder.SUMMARY))
                .toList()));
        updates.prompts = prompts;
        updates.answers = answers;
        updates.open = open;
        before.hints().stream()
                .filter(hint -> hint.kind().equals(GrokRows.STARTED_BY))
                .forEach(hint -> updates.agents.add(hint.subject()));
        before.sessions().stream()
                .findFirst()
                .ifPresent(facts -> updates.firstPrompt = prompts > 0 ? facts.firstMessage() : null);
        return updates;
    }
}
