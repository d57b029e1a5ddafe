package dev.svc.server.demo;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// One session to write into a program's store.
///
/// @param id made from what it is about, so that the same demonstration always has the same ids
/// @param home the demonstration's home folder
record Sample(UUID id, Story story, Path home, Instant begun) {
    private static final Duration TURN = Duration.ofSeconds(95);

    static Sample of(String program, Story story, Path home, Instant begun) {
        var name = (program + '/' + story.title()).getBytes(StandardCharsets.UTF_8);
        return new Sample(UUID.nameUUIDFromBytes(name), story, home, begun);
    }

    Path cwd() {
        return home.resolve("code").resolve(story.place());
    }

    Instant at(int turn) {
        return begun.plus(TURN.multipliedBy(turn));
    }

    Instant ended() {
        return at(story.talk().size() - 1);
    }

    /// The person and the program take turns.
    static boolean isPersons(int turn) {
        return turn % 2 == 0;
    }

    String model(String... models) {
        return models[Math.floorMod(id.hashCode(), models.length)];
    }
}
