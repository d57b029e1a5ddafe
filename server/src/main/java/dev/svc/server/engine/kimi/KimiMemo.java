package dev.svc.server.engine.kimi;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.ReadMark;
import java.util.Optional;

/// What a reading of a wire log needs to continue where the last one stopped.
record KimiMemo(ReadMark mark, int prompts, int answers, String version) {

    static Optional<KimiMemo> find(String memo) {
        String[] words = memo.split(" ", 4);
        if (words.length < 4) {
            return Optional.empty();
        }
        try {
            int prompts = Integer.parseInt(words[1]);
            int answers = Integer.parseInt(words[2]);
            return ReadMark.parse(words[0]).map(mark -> new KimiMemo(mark, prompts, answers, words[3]));
        } catch (NumberFormatException malformed) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return mark + " " + prompts + " " + answers + " " + version;
    }

    /// The wire as it stood then; what the rows said is not said twice here.
    KimiWire resume(Reading before) {
        var wire = new KimiWire(new SkippedRecords(before.unreadable().stream()
                .filter(one -> !one.kind().equals(KimiFolder.STATE))
                .toList()));
        wire.prompts = prompts;
        wire.answers = answers;
        wire.version = version;
        before.sessions().stream().findFirst().ifPresent(facts -> {
            wire.firstPrompt = prompts > 0 ? facts.firstMessage() : null;
            wire.model = facts.model();
            wire.startedAt = facts.createdAt();
        });
        return wire;
    }
}
