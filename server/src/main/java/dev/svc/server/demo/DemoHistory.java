package dev.svc.server.demo;

import dev.svc.server.demo.Script.Group;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The tidying that the person of the script does, spread over days.
final class DemoHistory {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration LATER = Duration.ofMinutes(5);

    private final Script script;
    private final Instant now;
    private final List<DemoChange> all = new ArrayList<>();

    DemoHistory(Script script, Path code, Instant now) {
        this.script = script;
        this.now = now;
        for (var group : script.projects()) {
            var folders = group.places().stream().map(code::resolve).toList();
            all.add(new DemoChange.MadeProject(made(group), group.name(), group.color(), folders));
        }
    }

    /// @param archivedByItself whether the program's own store says already that the session is archived
    void of(Sample sample, SessionId session, boolean archivedByItself) {
        var story = sample.story();
        var after = sample.ended().plus(SOON);
        group(story)
                .ifPresent(group ->
                        all.add(new DemoChange.PutInto(later(after, made(group).plus(SOON)), session, group.name())));
        if (story.renamed() != null) {
            all.add(new DemoChange.Renamed(after, session, story.renamed()));
        }
        if (story.favourite()) {
            all.add(new DemoChange.Starred(after.plus(LATER), session));
        }
        if (story.archived() && !archivedByItself) {
            all.add(new DemoChange.Archived(after.plus(Duration.ofDays(2)), session));
        }
    }

    List<DemoChange> inOrder() {
        return all.stream().sorted(Comparator.comparing(DemoChange::at)).toList();
    }

    private Optional<Group> group(Story story) {
        return script.projects().stream()
                .filter(group -> group.places().contains(story.place()))
                .findFirst();
    }

    private Instant made(Group group) {
        return now.minus(Duration.ofDays(group.daysAgo()));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
