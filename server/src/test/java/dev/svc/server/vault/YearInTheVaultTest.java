package dev.svc.server.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.MovingClock;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.copy.Sealing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A year of work: sessions are begun and go on, their program deletes them after thirty days, the vault has a limit.
class YearInTheVaultTest {
    private static final int DAYS = 365;
    private static final Duration RETENTION = Duration.ofDays(30);
    private static final long LIMIT = 700_000;

    @TempDir
    Path folder = Path.of("");

    private final MovingClock clock = new MovingClock(Instant.parse("2026-01-01T12:00:00Z"));
    private final Random random = new Random(11);
    private final Map<SessionId, SessionFacts> listed = new LinkedHashMap<>();
    private final Map<SessionId, byte[]> last = new LinkedHashMap<>();
    private final Set<SessionId> favourites = new HashSet<>();

    private Path transcript(SessionId id) {
        return folder.resolve("home/.claude/projects/-work").resolve(id.nativeId() + ".jsonl");
    }

    private void write(SessionId id) throws IOException {
        var file = transcript(id);
        Files.createDirectories(file.resolveSibling(""));
        var noise = new byte[400 + random.nextInt(1_600)];
        random.nextBytes(noise);
        var line =
                "{\"type\":\"user\",\"said\":\"%s\"}%n".formatted(HexFormat.of().formatHex(noise));
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
        var now = clock.instant();
        listed.put(
                id,
                new SessionFacts(
                        id, "made up", null, "/work", now, now, 1, null, null, Files.size(file), false, null, 0));
        last.put(id, Files.readAllBytes(file));
    }

    /// Deletes what its program deletes.
    private void sweep() throws IOException {
        for (var facts : List.copyOf(listed.values())) {
            if (facts.updatedAt().plus(RETENTION).isBefore(clock.instant())) {
                Files.delete(transcript(facts.id()));
                listed.remove(facts.id());
            }
        }
    }

    private Keeper keeper(Vault vault) {
        var program =
                new ClaudeCodeProvider(new EngineSettings(folder.resolve("home"), List.of(), null, null, Map.of()));
        return new Keeper(
                vault,
                new Keeper.Around(
                        _ -> program.originals(),
                        id -> Optional.ofNullable(listed.get(id)),
                        favourites::contains,
                        () -> new VaultSettings(true, LIMIT, Set.of(), Set.of(), _ -> false),
                        clock),
                () -> {});
    }

    @Test
    void what_was_said_last_is_kept_and_every_favourite_and_no_more_than_the_limit() throws Exception {
        var keptOnly = 0;
        try (var vault = Vault.open(folder.resolve("vault"), Sealing.NONE)) {
            var keeper = keeper(vault);
            for (int day = 0; day < DAYS; day++) {
                work(day);
                sweep();
                follow(keeper);
                assertThat(vault.bytes()).as("day %d", day).isLessThanOrEqualTo(LIMIT);
                clock.pass(Duration.ofDays(1));
            }
            for (var held : vault.all()) {
                assertThat(content(vault, held.id())).isEqualTo(last.get(held.id()));
                keptOnly += held.isTheOnlyOne() ? 1 : 0;
            }
            for (var favourite : favourites) {
                assertThat(vault.find(favourite)).as("%s", favourite).isPresent();
            }
            for (var facts : listed.values()) {
                assertThat(vault.find(facts.id()))
                        .as("%s is in use", facts.id())
                        .isPresent();
            }
        }
        assertThat(keptOnly).isGreaterThan(favourites.size()).isGreaterThan(60);
        assertThat(last).hasSizeGreaterThan(keptOnly + listed.size());
    }

    /// A new session a day, sometimes a favourite; two of the last days' go on.
    private void work(int day) throws IOException {
        var id = new SessionId(EngineKey.CLAUDE_CODE, "00000000-0000-4000-8000-%012d".formatted(day));
        write(id);
        if (day % 40 == 7) {
            favourites.add(id);
        }
        var going = new ArrayList<>(listed.keySet());
        for (int i = 0; i < 2; i++) {
            write(going.get(going.size() - 1 - random.nextInt(Math.min(10, going.size()))));
        }
    }

    private void follow(Keeper keeper) throws IOException, InterruptedException {
        for (var id : keeper.sessions()) {
            if (!listed.containsKey(id)) {
                keeper.gone(id);
            }
        }
        for (var facts : List.copyOf(listed.values())) {
            var session = FollowedSession.any(facts, false);
            if (!keeper.has(session)) {
                keeper.take(session);
            }
        }
        keeper.flush();
    }

    private static byte[] content(Vault vault, SessionId id) throws IOException {
        try (var copy = vault.read(id)) {
            var out = new ByteArrayOutputStream();
            for (var file : copy.state().files().values()) {
                copy.copy(file, out);
            }
            return out.toByteArray();
        }
    }
}
