package dev.svc.server.search.index;

import dev.svc.server.follow.FollowMark;
import dev.svc.server.search.index.FoundTurns.Hit;
import dev.svc.server.search.index.TurnFinder.Times;
import dev.svc.server.search.index.TurnFinder.Window;
import dev.svc.server.search.query.BadQueryException;
import dev.svc.server.search.query.QueryReader;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.session.Turn.ToolUse;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A small index, and questions to it in the words that people type.
final class MadeIndex implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /// No test ends early because the machine is busy.
    static final Times UNHURRIED = new Times(Waiting.PATIENCE, Waiting.PATIENCE);

    final SearchIndex index;
    final TurnFinder finder;

    MadeIndex(Path folder) {
        this(folder, UNHURRIED);
    }

    MadeIndex(Path folder, Times times) {
        index = new SearchIndex(folder, () -> 2048, () -> {});
        finder = new TurnFinder(index, times);
    }

    static SessionId session(String name) {
        return new SessionId(EngineKey.of(1), name);
    }

    static Turn said(Role role, String text, @Nullable Instant at) {
        return new Turn(role, at, text, null, null, Mark.NONE, List.of());
    }

    static Turn said(String text) {
        return said(Role.USER, text, NOW.minus(Duration.ofDays(1)));
    }

    static Turn used(String tool, String input, String output) {
        return new Turn(
                Role.TOOL,
                NOW.minus(Duration.ofDays(1)),
                "",
                new ToolUse(tool, input, output, true),
                null,
                Mark.NONE,
                List.of());
    }

    MadeIndex with(String name, Turn... turns) throws IOException {
        index.take(session(name), 0, List.of(turns), new FollowMark(turns.length, 1, turns.length, 1));
        return this;
    }

    MadeIndex saying(String name, String... texts) throws IOException {
        var turns = new Turn[texts.length];
        for (int i = 0; i < turns.length; i++) {
            turns[i] = said(texts[i]);
        }
        return with(name, turns);
    }

    static SearchQuery read(String typed) {
        try {
            return new QueryReader(_ -> Optional.of(EngineKey.of(1)), ZoneOffset.UTC).read(typed);
        } catch (BadQueryException unreadable) {
            throw new IllegalArgumentException(typed, unreadable);
        }
    }

    FoundTurns find(String typed) throws IOException {
        return find(typed, 0, 100);
    }

    FoundTurns find(String typed, int offset, int limit) throws IOException {
        return finder.find(read(typed), _ -> true, new Window(offset, limit), NOW);
    }

    FoundTurns in(String name, String typed) throws IOException {
        return finder.in(session(name), read(typed), NOW);
    }

    /// The names of the sessions that are found, the best first.
    List<String> names(String typed) throws IOException {
        return names(find(typed));
    }

    static List<String> names(FoundTurns found) {
        return found.groups().stream().map(it -> it.session().nativeId()).toList();
    }

    /// The numbers of the turns of one session that are found.
    List<Integer> turns(String name, String typed) throws IOException {
        return in(name, typed).groups().getFirst().hits().stream()
                .map(Hit::turn)
                .toList();
    }

    /// What is marked in the best hit.
    List<String> marked(String typed) throws IOException {
        var snippet = find(typed).groups().getFirst().hits().getFirst().snippet();
        return marked(snippet);
    }

    static List<String> marked(Snippet snippet) {
        return snippet.ranges().stream()
                .map(it -> snippet.text().substring(it.from(), it.to()))
                .toList();
    }

    @Override
    public void close() throws IOException {
        index.close();
    }
}
