package dev.svc.server.vault;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.copy.Sealing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// Copies transcripts that it writes itself, and says how far each is safe, until it is killed.
final class VaultVictim {
    static final int SESSIONS = 6;

    private static final Instant BEGAN = Instant.parse("2026-11-25T09:00:00Z");

    private VaultVictim() {}

    /// Runs until it is killed; a line `<session> <bytes>` says that so many bytes of a transcript are in the vault.
    ///
    /// @param arguments the home of the transcripts, the folder of the vault, a seed
    public static void main(String[] arguments) throws Exception {
        var home = Path.of(arguments[0]);
        var random = new Random(Long.parseLong(arguments[2]));
        try (var vault = Vault.open(Path.of(arguments[1]), Sealing.NONE)) {
            var keeper = keeper(vault, home);
            keeper.sessions();
            while (true) {
                int session = random.nextInt(SESSIONS);
                for (int lines = random.nextInt(40); lines >= 0; lines--) {
                    append(home, session, random);
                }
                long size = Files.size(transcript(home, session));
                keeper.take(FollowedSession.any(facts(home, id(session)), false));
                if (random.nextInt(3) == 0) {
                    keeper.flush();
                }
                System.out.println(session + " " + size);
            }
        }
    }

    static Keeper keeper(Vault vault, Path home) {
        return keeper(vault, home, 0);
    }

    static Keeper keeper(Vault vault, Path home, long leftFree) {
        var program = new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
        return new Keeper(
                vault,
                new Keeper.Around(
                        _ -> program.originals(),
                        id -> Optional.of(facts(home, id)),
                        _ -> false,
                        () -> new VaultSettings(true, Long.MAX_VALUE, Set.of(), Set.of(), _ -> false),
                        () -> BEGAN),
                () -> {},
                leftFree);
    }

    static SessionId id(int session) {
        return new SessionId(EngineKey.CLAUDE_CODE, "00000000-0000-4000-8000-00000000000" + session);
    }

    static Path transcript(Path home, int session) {
        return home.resolve(".claude/projects/-work").resolve(id(session).nativeId() + ".jsonl");
    }

    static SessionFacts facts(Path home, SessionId id) {
        long size = 0;
        try {
            size = Files.size(home.resolve(".claude/projects/-work").resolve(id.nativeId() + ".jsonl"));
        } catch (IOException none) {
            // Nothing was written yet.
            size = 0;
        }
        return new SessionFacts(
                id, "made up", null, "/work", BEGAN, BEGAN.plusMillis(size), 1, null, null, size, false, null, 0);
    }

    static void append(Path home, int session, Random random) throws IOException {
        var file = transcript(home, session);
        Files.createDirectories(file.resolveSibling(""));
        var line = "{\"type\":\"user\",\"said\":\"%d %s\"}%n"
                .formatted(random.nextLong(), "and more ".repeat(random.nextInt(60)));
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
