package dev.svc.server.demo;

import dev.svc.server.session.EngineKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/// One session to write into a program's store.
///
/// @param id made from what it is about, so that the same demonstration always has the same ids
/// @param home the demonstration's home folder
record Sample(UUID id, EngineKey program, Story story, Path home, Instant ended) {
    private static final Duration TURN = Duration.ofSeconds(95);

    static Sample of(Story story, EngineKey program, Path home, Instant now) {
        var name = (story.program() + '/' + story.title()).getBytes(StandardCharsets.UTF_8);
        return new Sample(
                UUID.nameUUIDFromBytes(name), program, story, home, now.minus(Duration.ofMinutes(story.minutesAgo())));
    }

    Path cwd() {
        return home.resolve("code").resolve(story.place());
    }

    List<Said> talk() {
        return story.talk();
    }

    /// The talk without what was done in it, for stores whose tools are not drawn here.
    List<Said> words() {
        return talk().stream().filter(Said::isSpoken).toList();
    }

    Instant begun() {
        return ended.minus(TURN.multipliedBy(talk().size() - 1));
    }

    Instant at(Said said) {
        return begun().plus(TURN.multipliedBy(talk().indexOf(said)));
    }

    String time(Said said) {
        return at(said).truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /// The id without its hyphens.
    String plainId() {
        return id.toString().replace("-", "");
    }

    String model(String... models) {
        return models[Math.floorMod(id.hashCode(), models.length)];
    }
}
