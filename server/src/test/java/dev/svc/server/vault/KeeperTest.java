package dev.svc.server.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.Original;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.copy.Sealing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeeperTest {
    @TempDir
    Path folder = Path.of("");

    private KeptStores kept;

    @BeforeEach
    void open() throws Exception {
        kept = KeptStores.in(folder.toRealPath());
    }

    @AfterEach
    void close() throws Exception {
        kept.close();
    }

    private SessionId claude() {
        return of(EngineKey.CLAUDE_CODE);
    }

    /// The largest session of a program.
    private SessionId of(EngineKey engine) {
        return kept.listed.values().stream()
                .filter(facts -> facts.id().engine() == engine)
                .max((one, other) -> Long.compare(one.sizeBytes(), other.sizeBytes()))
                .map(SessionFacts::id)
                .orElseThrow();
    }

    private List<Original> originals(SessionId id) throws Exception {
        var originals = kept.stores.program(id.engine()).originals().orElseThrow();
        return originals.of(id.nativeId(), Files.createTempDirectory(folder, "scratch"));
    }

    private Path log(SessionId id) throws Exception {
        return originals(id).getFirst().stamp().path();
    }

    /// What the store says of a session that was written to.
    private void written(SessionId id) {
        var before = kept.facts(id);
        kept.listed.put(
                id,
                new SessionFacts(
                        id,
                        before.title(),
                        before.firstMessage(),
                        before.cwd(),
                        before.createdAt(),
                        before.updatedAt().plusSeconds(1),
                        before.messageCount(),
                        before.model(),
                        before.branch(),
                        before.sizeBytes() + 1,
                        before.archived(),
                        before.parent(),
                        before.unreadable()));
    }

    @Test
    void every_byte_of_every_recorded_session_is_kept() throws Exception {
        kept.follow();
        int files = 0;
        for (var id : kept.listed.keySet()) {
            var provider = kept.stores.program(id.engine());
            if (provider.originals().isEmpty()) {
                continue;
            }
            for (var original : originals(id)) {
                assertThat(kept.content(id, original.name()))
                        .as("%s of %s", original.name(), id)
                        .isEqualTo(Files.readAllBytes(original.stamp().path()));
                files++;
            }
            assertThat(kept.vault().facts(id)).as("%s", id).contains(kept.facts(id));
        }
        assertThat(files).isGreaterThan(60);
    }

    @Test
    void side_files_are_kept_with_their_session() throws Exception {
        kept.follow();
        var names = new HashSet<String>();
        for (var id : kept.listed.keySet()) {
            if (kept.vault().find(id).isPresent()) {
                names.addAll(kept.files(id).keySet());
            }
        }
        assertThat(names).anyMatch(name -> name.contains("/subagents/agent-"));
        assertThat(names).anyMatch(name -> name.endsWith("/state.json"));
        assertThat(names).anyMatch(name -> name.contains("/agents/main/file-history/"));
        assertThat(names).anyMatch(name -> name.endsWith(".project_root"));
    }

    @Test
    void what_did_not_change_is_not_read_again() throws Exception {
        kept.follow();
        for (var id : kept.listed.keySet()) {
            assertThat(kept.take(id)).as("%s", id).isFalse();
        }
        kept.restart();
        for (var id : kept.listed.keySet()) {
            assertThat(kept.take(id)).as("%s after a restart", id).isFalse();
        }
    }

    @Test
    void an_appended_line_is_kept() throws Exception {
        kept.follow();
        var log = log(claude());
        Files.writeString(log, "{\"type\":\"user\"}\n", StandardOpenOption.APPEND);
        written(claude());
        assertThat(kept.take(claude())).isTrue();
        assertThat(kept.content(claude(), originals(claude()).getFirst().name()))
                .isEqualTo(Files.readAllBytes(log));
    }

    @Test
    void a_log_that_lost_its_end_keeps_what_it_said() throws Exception {
        kept.follow();
        var log = log(claude());
        var before = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(before, before.length / 2));
        written(claude());
        kept.take(claude());
        try (var copy = kept.vault().read(claude())) {
            assertThat(copy.state().former()).singleElement().satisfies(file -> {
                assertThat(file.size()).isEqualTo(before.length);
                assertThat(file.until()).isEqualTo(kept.now);
            });
        }
    }

    @Test
    void a_log_that_was_rewritten_in_place_while_the_service_was_down_is_noticed() throws Exception {
        kept.follow();
        var log = log(claude());
        var bytes = Files.readAllBytes(log);
        bytes[bytes.length / 2] ^= 1;
        Files.write(log, bytes);
        written(claude());
        kept.restart();
        kept.take(claude());
        assertThat(kept.content(claude(), originals(claude()).getFirst().name()))
                .isEqualTo(bytes);
    }

    @Test
    void what_left_the_store_stays_and_is_marked() throws Exception {
        kept.follow();
        var id = claude();
        var log = log(id);
        var bytes = Files.readAllBytes(log);
        var name = originals(id).getFirst().name();
        Files.delete(log);
        kept.listed.remove(id);
        kept.follow();
        assertThat(kept.vault().find(id).orElseThrow().gone()).isEqualTo(kept.now);
        assertThat(kept.content(id, name)).isEqualTo(bytes);
        assertThat(gone(id.engine())).containsExactly(id);
        kept.restart();
        kept.follow();
        assertThat(kept.vault().find(id).orElseThrow().isTheOnlyOne()).isTrue();
        assertThat(gone(id.engine())).containsExactly(id);
    }

    private List<SessionId> gone(EngineKey engine) throws Exception {
        var marks = kept.vault().goneFolder(engine);
        if (!Files.isDirectory(marks)) {
            return List.of();
        }
        try (var files = Files.list(marks)) {
            return files.flatMap(file -> kept.vault().goneSession(engine, file).stream())
                    .toList();
        }
    }

    @Test
    void what_comes_back_is_in_its_store_again() throws Exception {
        kept.follow();
        var id = claude();
        var facts = kept.facts(id);
        var log = log(id);
        var bytes = Files.readAllBytes(log);
        Files.delete(log);
        kept.listed.remove(id);
        kept.follow();
        Files.write(log, bytes);
        kept.listed.put(id, facts);
        kept.follow();
        assertThat(kept.vault().find(id).orElseThrow().isTheOnlyOne()).isFalse();
        assertThat(gone(id.engine())).isEmpty();
    }

    @Test
    void a_session_that_is_only_in_the_vault_and_still_listed_is_not_copied_again() throws Exception {
        kept.follow();
        var id = claude();
        Files.delete(log(id));
        kept.keeperNow().gone(id);
        assertThat(kept.take(id)).isFalse();
    }

    @Test
    void a_forgotten_copy_is_gone_and_is_not_made_again() throws Exception {
        kept.follow();
        assertThat(kept.vault().forget(claude())).isTrue();
        assertThat(kept.vault().file(claude())).doesNotExist();
        written(claude());
        assertThat(kept.take(claude())).isFalse();
        kept.restart();
        kept.follow();
        assertThat(kept.vault().find(claude())).isEmpty();
        kept.vault().remember(claude());
        assertThat(kept.take(claude())).isTrue();
    }

    @Test
    void what_is_excluded_is_not_copied() throws Exception {
        var cwd = Path.of(Objects.requireNonNull(kept.facts(claude()).cwd()));
        kept.settings = new VaultSettings(true, Long.MAX_VALUE, Set.of(EngineKey.CODEX), Set.of(cwd), _ -> false);
        kept.follow();
        assertThat(kept.vault().all())
                .isNotEmpty()
                .noneMatch(held -> held.id().engine() == EngineKey.CODEX)
                .noneMatch(held -> cwd.toString().equals(kept.facts(held.id()).cwd()));
    }

    @Test
    void nothing_is_copied_while_it_is_off_and_nothing_is_removed() throws Exception {
        kept.take(claude());
        kept.settings = new VaultSettings(false, Long.MAX_VALUE, Set.of(), Set.of(), _ -> false);
        kept.follow();
        assertThat(kept.vault().all())
                .singleElement()
                .satisfies(held -> assertThat(held.id()).isEqualTo(claude()));
    }

    @Test
    void the_oldest_go_when_the_limit_is_reached_but_no_favourite() throws Exception {
        kept.follow();
        var oldest = kept.vault().all().stream()
                .min((one, other) -> one.modified().compareTo(other.modified()))
                .orElseThrow();
        kept.favourites.add(oldest.id());
        long all = kept.vault().bytes();
        kept.settings = new VaultSettings(true, all / 2, Set.of(), Set.of(), _ -> false);
        kept.follow();
        assertThat(kept.vault().bytes()).isLessThanOrEqualTo(all / 2).isGreaterThan(all / 8);
        assertThat(kept.vault().find(oldest.id())).isPresent();
        int left = kept.vault().all().size();
        kept.follow();
        assertThat(kept.vault().all())
                .as("what was removed is not copied again at once")
                .hasSize(left);
    }

    @Test
    void what_is_known_of_the_copies_can_be_lost() throws Exception {
        kept.follow();
        var before = Set.copyOf(kept.vault().all());
        kept.close();
        Files.delete(folder.toRealPath().resolve("vault/held"));
        kept.restart();
        kept.keeperNow().sessions();
        assertThat(kept.vault().all()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void two_services_do_not_write_to_one_vault() {
        assertThatThrownBy(() -> Vault.open(kept.vault().folder(), Sealing.NONE))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("SVC_VAULT_DIR");
    }

    @Test
    void a_vault_of_a_newer_release_is_left_alone() throws Exception {
        kept.follow();
        kept.close();
        Files.writeString(folder.toRealPath().resolve("vault/form"), "2\n");
        assertThatThrownBy(kept::restart)
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("a newer svc made it");
        Files.writeString(folder.toRealPath().resolve("vault/form"), "1\n");
        kept.restart();
    }

    @Test
    void a_session_of_another_name_is_not_a_path() {
        var originals = kept.stores.program(EngineKey.CLAUDE_CODE).originals().orElseThrow();
        assertThat(originals.place("projects/../../etc/passwd")).isEmpty();
        assertThat(originals.place("/etc/passwd")).isEmpty();
        assertThat(originals.place("projects/")).isEmpty();
        assertThat(originals.place("elsewhere/x.jsonl")).isEmpty();
        assertThat(originals.place("projects/a/b.jsonl")).isPresent();
    }
}
