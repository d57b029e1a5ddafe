package dev.svc.server.search;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Real logs that a test writes, with real turns; what changed shows as it does in a file system.
public final class LogFolder implements FollowedStores {
    private static final String ENDING = ".jsonl";

    private final Path folder;
    private final ClaudeCodeProvider provider;
    private final List<Consumer<Optional<SessionId>>> listeners = new CopyOnWriteArrayList<>();

    public LogFolder(Path home) throws IOException {
        folder = Files.createDirectories(home.resolve(".claude/projects/-work"));
        provider = new ClaudeCodeProvider(new EngineSettings(home.toRealPath(), List.of(), null, null, Map.of()));
    }

    public static SessionId id(int number) {
        return new SessionId(EngineKey.CLAUDE_CODE, new UUID(0x1234_5678_0000_4000L, number).toString());
    }

    public Path log(int number) {
        return folder.resolve(id(number).nativeId() + ENDING);
    }

    /// Lines as the program writes them.
    public static String lines(int number, String... said) {
        var lines = new StringBuilder();
        for (var text : said) {
            lines.append("{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"%s\"},\"uuid\":\"%s\","
                    .formatted(text, UUID.nameUUIDFromBytes(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))));
            lines.append("\"timestamp\":\"2026-11-21T11:10:30.609Z\",\"cwd\":\"/work\",\"sessionId\":\"%s\"}%n"
                    .formatted(id(number).nativeId()));
        }
        return lines.toString();
    }

    /// Adds to a log.
    public void write(int number, String... said) throws IOException {
        Files.writeString(log(number), lines(number, said), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        announce(number);
    }

    public void announce(int number) {
        listeners.forEach(listener -> listener.accept(Optional.of(id(number))));
    }

    @Override
    public void awaitListed() {}

    @Override
    public List<FollowedSession> sessions() {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .sorted()
                    .flatMap(name -> find(new SessionId(EngineKey.CLAUDE_CODE, name)).stream())
                    .toList();
        } catch (IOException unlisted) {
            throw new UncheckedIOException(unlisted);
        }
    }

    @Override
    public Optional<FollowedSession> find(SessionId session) {
        try {
            return FileStamp.of(folder.resolve(session.nativeId() + ENDING))
                    .map(stamp -> new FollowedSession(
                            session, (stamp.size() * 31 + stamp.modifiedNanos()) * 31 + stamp.inode() | 1, false));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public boolean isReadable(EngineKey engine) {
        return true;
    }

    @Override
    public Turns turns(EngineKey engine) {
        return provider.turns();
    }

    @Override
    public Closeable subscribe(Consumer<Optional<SessionId>> news) {
        listeners.add(news);
        return () -> listeners.remove(news);
    }
}
