package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SessionBusyException;
import dev.svc.server.engine.SessionStaysException;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaudeArchiveTest {
    /// Has sub-agents beside its transcript.
    private static final String ID = "95e9e158-3f6b-4143-9835-42e25a03ef15";

    private static final String FOLDER = "-home-alex-code-shop";

    private static final Instant LATER = Instant.parse("2026-11-20T10:00:00Z");

    @TempDir
    Path home;

    private Path live = Path.of("");
    private Path away = Path.of("");
    private ClaudeCodeProvider provider = provider();

    @BeforeEach
    void plant() throws IOException {
        StoreCopy.plant(StoreCopy.fixture("claude"), home.resolve(".claude"));
        live = home.resolve(".claude/projects").resolve(FOLDER);
        away = home.resolve(".claude/projects-archive").resolve(FOLDER);
        provider = provider();
    }

    @Test
    void a_session_goes_with_the_time_of_its_files_and_comes_back_with_all_its_bytes() throws IOException {
        var transcript = live.resolve(ID + ".jsonl");
        var written = Files.getLastModifiedTime(transcript);
        var before = StoreCopy.state(home.resolve(".claude/projects"));

        archive().archive(ID);

        assertThat(live.resolve(ID)).doesNotExist();
        assertThat(live.resolve(ID + ".jsonl")).doesNotExist();
        assertThat(away.resolve(ID).resolve("subagents")).isDirectory();
        assertThat(archived()).containsExactly(ID);
        assertThat(Files.getLastModifiedTime(away.resolve(ID + ".jsonl"))).isEqualTo(written);

        archive().unarchive(ID);
        Files.setLastModifiedTime(transcript, written);

        assertThat(StoreCopy.state(home.resolve(".claude/projects"))).isEqualTo(before);
        assertThat(archived()).isEmpty();
    }

    @Test
    void a_transcript_that_comes_back_is_as_young_as_its_return_and_its_row_stays_as_it_was() throws IOException {
        age(live.resolve(ID + ".jsonl"));
        var before = row();
        archive().archive(ID);

        archive(LATER, Files::setLastModifiedTime).unarchive(ID);

        assertThat(Files.getLastModifiedTime(live.resolve(ID + ".jsonl")).toInstant())
                .isEqualTo(LATER);
        assertThat(row()).isEqualTo(before);
    }

    @Test
    void a_transcript_is_young_before_it_comes_back() throws IOException {
        age(live.resolve(ID + ".jsonl"));
        archive().archive(ID);
        var set = new ArrayList<Path>();

        archive(LATER, (file, time) -> set.add(file.toRealPath())).unarchive(ID);

        assertThat(set).containsExactly(away.toRealPath().resolve(ID + ".jsonl"));
    }

    @Test
    void a_transcript_that_is_back_already_becomes_young_too() throws IOException {
        age(live.resolve(ID + ".jsonl"));
        archive(LATER, Files::setLastModifiedTime).unarchive(ID);
        assertThat(Files.getLastModifiedTime(live.resolve(ID + ".jsonl")).toInstant())
                .isEqualTo(LATER);
    }

    @Test
    void unarchiving_twice_changes_nothing_the_second_time() throws IOException {
        archive().archive(ID);
        archive().unarchive(ID);
        var before = StoreCopy.state(home);
        archive().unarchive(ID);
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    @Test
    void an_old_transcript_whose_time_cannot_be_set_stays_in_the_archive_and_svc_says_why() throws IOException {
        age(live.resolve(ID + ".jsonl"));
        archive().archive(ID);
        var before = StoreCopy.state(home);
        var refusing = archive(LATER, ClaudeArchiveTest::refuse);

        assertThatThrownBy(() -> refusing.unarchive(ID))
                .isInstanceOf(SessionStaysException.class)
                .hasMessageContaining(ID + ".jsonl")
                .hasMessageContaining("owner");
        assertThat(StoreCopy.state(home)).isEqualTo(before);

        Files.setLastModifiedTime(away.resolve(ID + ".jsonl"), FileTime.from(LATER));
        refusing.unarchive(ID);
        assertThat(live.resolve(ID + ".jsonl")).exists();
    }

    @Test
    void a_transcript_that_cannot_come_back_keeps_its_time() throws IOException {
        age(live.resolve(ID + ".jsonl"));
        archive().archive(ID);
        Files.writeString(live.resolve(ID + ".jsonl"), "another one");
        age(live.resolve(ID + ".jsonl"));
        var before = StoreCopy.state(home);
        assertThatThrownBy(() -> archive().unarchive(ID)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    @Test
    void archiving_twice_changes_nothing_the_second_time() throws IOException {
        archive().archive(ID);
        var before = StoreCopy.state(home);
        archive().archive(ID);
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    @Test
    void a_session_that_is_nowhere_is_an_error() {
        assertThatThrownBy(() -> archive().archive("00000000-0000-4000-8000-000000000000"))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> archive().archive("../../etc")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothing_is_overwritten() throws IOException {
        Files.createDirectories(away);
        Files.writeString(away.resolve(ID + ".jsonl"), "another one");
        var before = StoreCopy.state(home);
        assertThatThrownBy(() -> archive().archive(ID)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    @Test
    void side_files_that_are_in_both_places_stay_in_both() throws IOException {
        Files.createDirectories(away.resolve(ID));
        Files.writeString(away.resolve(ID).resolve("older"), "kept");
        archive().archive(ID);
        assertThat(away.resolve(ID + ".jsonl")).exists();
        assertThat(away.resolve(ID).resolve("older")).exists();
        assertThat(live.resolve(ID).resolve("subagents")).exists();
    }

    @Test
    void a_crash_between_the_two_moves_is_healed_at_the_next_start() throws IOException {
        archive().archive(ID);
        Files.move(away.resolve(ID), live.resolve(ID));

        archive().heal();

        assertThat(live.resolve(ID)).doesNotExist();
        assertThat(away.resolve(ID).resolve("subagents")).isDirectory();

        archive().unarchive(ID);
        Files.move(live.resolve(ID), away.resolve(ID));

        archive().heal();

        assertThat(away.resolve(ID)).doesNotExist();
        assertThat(live.resolve(ID).resolve("subagents")).isDirectory();
    }

    @Test
    void side_files_of_a_transcript_that_is_in_both_trees_or_in_none_stay_where_they_are() throws IOException {
        Files.createDirectories(away);
        Files.copy(live.resolve(ID + ".jsonl"), away.resolve(ID + ".jsonl"));
        var orphan = live.resolve("00000000-0000-4000-8000-000000000000").resolve("subagents");
        Files.createDirectories(orphan);
        archive().heal();
        assertThat(live.resolve(ID).resolve("subagents")).isDirectory();
        assertThat(orphan).isDirectory();
    }

    @Test
    void side_files_do_not_leave_a_project_that_is_a_link() throws IOException {
        archive().archive(ID);
        Files.move(away.resolve(ID), live.resolve(ID));
        Files.move(live, home.resolve("elsewhere"));
        Files.createSymbolicLink(live, home.resolve("elsewhere"));
        archive().heal();
        assertThat(home.resolve("elsewhere").resolve(ID)).isDirectory();
    }

    @Test
    void healing_a_whole_store_changes_nothing() throws IOException {
        archive().archive(ID);
        var before = StoreCopy.state(home);
        archive().heal();
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    @Test
    void a_session_that_the_program_runs_on_stays_where_it_is() throws IOException {
        running(
                ProcessHandle.current().pid(),
                ClaudeProcessesTest.start(ProcessHandle.current().pid()));
        var before = StoreCopy.state(home);
        assertThatThrownBy(() -> archive().archive(ID))
                .isInstanceOf(SessionBusyException.class)
                .hasMessageContaining("/exit");
        assertThat(StoreCopy.state(home)).isEqualTo(before);
    }

    @Test
    void what_a_killed_program_left_behind_keeps_nothing_busy() throws IOException {
        running(ProcessHandle.current().pid(), "1");
        archive().archive(ID);
        assertThat(away.resolve(ID + ".jsonl")).exists();
    }

    private void running(long pid, String start) throws IOException {
        var folder = Files.createDirectories(home.resolve(".claude/sessions"));
        Files.writeString(
                folder.resolve(pid + ".json"),
                "{\"pid\":" + pid + ",\"procStart\":\"" + start + "\",\"sessionId\":\"" + ID + "\"}");
    }

    private static void age(Path transcript) throws IOException {
        Files.setLastModifiedTime(transcript, FileTime.from(LATER.minus(Duration.ofDays(40))));
    }

    private static void refuse(Path file, FileTime time) throws IOException {
        throw new AccessDeniedException(file.toString(), null, "no " + time);
    }

    private SessionFacts row() throws IOException {
        return rows().stream()
                .filter(session -> session.id().nativeId().equals(ID))
                .findFirst()
                .orElseThrow();
    }

    private List<String> archived() throws IOException {
        return rows().stream()
                .filter(session -> session.archived())
                .map(session -> session.id().nativeId())
                .toList();
    }

    private List<SessionFacts> rows() throws IOException {
        var readings = new ArrayList<Reading>();
        var store = provider.store();
        for (var piece : pieces()) {
            readings.add(store.glance(piece));
        }
        return store.combine(readings);
    }

    private List<dev.svc.server.engine.Piece> pieces() throws IOException {
        var pieces = new ArrayList<dev.svc.server.engine.Piece>();
        provider.store().walk(pieces::add);
        return pieces;
    }

    private StoreArchive archive() {
        return provider.archive().orElseThrow();
    }

    private StoreArchive archive(Instant now, Sweep.Times times) {
        var tree = new ClaudeHome(home.resolve(".claude"), true);
        return new ClaudeArchive(tree, Set::of, new Sweep(Clock.fixed(now, ZoneOffset.UTC), times));
    }

    private ClaudeCodeProvider provider() {
        var place = home == null ? Path.of("/nowhere") : home;
        return new ClaudeCodeProvider(new EngineSettings(place, List.of(), null, null, Map.of()));
    }
}
