package dev.svc.server.change.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.change.Edit;
import java.util.List;

/// Holds net diffs of edits against the texts that their log holds.
public final class RecordedFolds {
    private RecordedFolds() {}

    /// Returns for how many files both states were known.
    public static int check(List<Edit> edits) {
        var folding = new EditFolding("/work");
        edits.forEach(folding::edit);
        var changes = folding.result().files();
        int seen = 0;
        for (var story : folding.stories().entrySet()) {
            var before = story.getValue().toldBefore();
            var after = story.getValue().told();
            if (before.isPresent() && after.isPresent()) {
                var change = changes.stream()
                        .filter(file -> file.path().equals(story.getKey()))
                        .findFirst();
                assertThat(change.map(file -> Applied.to(before.get(), file)).orElse(before.get()))
                        .as(story.getKey())
                        .isEqualTo(after.get());
                seen++;
            }
        }
        return seen;
    }
}
