package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.ReadMark;
import java.util.Optional;

/// What a reading of a transcript needs to continue where the last one stopped.
record AgyMemo(ReadMark mark, int prompts, int answers) {

    static Optional<AgyMemo> find(String memo) {
        String[] words = memo.split(" ", 3);
        try {
            int prompts = Integer.parseInt(words[1]);
            int answers = Integer.parseInt(words[2]);
            return ReadMark.parse(words[0]).map(mark -> new AgyMemo(mark, prompts, answers));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException malformed) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return mark + " " + prompts + " " + answers;
    }

    /// The conversation as it stood then; what the row said is not said twice here.
    AgyTalk resume(Reading before) {
        var talk = new AgyTalk(new SkippedRecords(before.unreadable().stream()
                .filter(one -> !one.kind().equals(AgyConversation.DATABASE))
                .toList()));
        talk.prompts = prompts;
        talk.answers = answers;
        before.sessions().stream().findFirst().ifPresent(facts -> {
            talk.firstMessage = facts.firstMessage();
            talk.startedAt = mark.offset() > 0 ? facts.createdAt() : null;
        });
        return talk;
    }
}
