package dev.svc.server.wiring.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.Running;
import dev.svc.server.catalog.SessionView.Question;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.Adopted;
import dev.svc.server.metadata.event.MetadataEvent.Security;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.outside.OutsideProgram;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.session.Turn;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.House;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.Transcript;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveSessionsTest {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final SessionId PLACEHOLDER = new SessionId(EngineKey.CODEX, "new-1");
    private static final Caps NONE = new Caps(Integer.MAX_VALUE, Long.MAX_VALUE);

    @TempDir
    private Path folder;

    /// The events that an open page receives.
    private record Heard(String type, Object data) {}

    private final List<SessionId> needed = new CopyOnWriteArrayList<>();
    private final Set<SessionId> joined = ConcurrentHashMap.newKeySet();
    private final List<Heard> heard = new CopyOnWriteArrayList<>();
    private final Metadata metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
    private final TextWorkers workers = Unhurried.workers();
    private final FakeTurns log = new FakeTurns().say(3);
    private Turns turns = log;
    private Path store;
    private Catalog catalog;
    private LiveSessions live;

    @BeforeEach
    void a_catalogue() throws Exception {
        store = Files.createDirectories(folder.resolve("store"));
        session("one");
        catalog = new Catalog(
                new Engines(List.of(new FakeEngine(EngineKey.CODEX, store))),
                metadata::organisation,
                List::of,
                Catalog.Settings.once(new Cache(folder.resolve("cache"), "test")));
        catalog.start();
        assertThat(catalog.awaitRead(Waiting.PATIENCE)).isTrue();
        var transcript = new Transcript(_ -> turns, new ReadingLimits(NONE, 2_000, Long.MAX_VALUE, 50, NONE), workers);
        live = new LiveSessions(
                metadata,
                catalog,
                (type, data) -> heard.add(new Heard(type, data)),
                transcript,
                needed::add,
                joined::contains);
    }

    private void session(String name) throws IOException {
        Files.writeString(
                store.resolve(name + ".jsonl"),
                "{\"text\":\"hello\",\"cwd\":\"/home/alex/shop\",\"at\":\"2026-11-21T10:00:00Z\"}\n");
    }

    @AfterEach
    void close() {
        catalog.close();
        workers.close();
        metadata.close();
    }

    private List<Entry> entries() {
        var all = new ArrayList<Entry>();
        metadata.journal().read(0, link -> all.add(link.entry()));
        return all;
    }

    @Test
    void a_program_needs_somebody_when_it_begins_to_wait_or_asks_something_else() {
        var first = Instant.parse("2026-11-21T10:00:00Z");
        live.changed(ONE, Status.WORKING);
        live.changed(ONE, Status.WAITING, asking("May I?", first));
        live.changed(ONE, Status.WAITING, asking("May I? (1 2 3)", first));
        assertThat(needed).containsExactly(ONE);
        live.changed(ONE, Status.WAITING, asking("And now?", first.plusSeconds(1)));
        live.changed(ONE, Status.IDLE);
        live.changed(ONE, Status.WAITING);
        assertThat(needed).containsExactly(ONE, ONE, ONE);
    }

    private static Asking asking(String text, Instant since) {
        return new Asking("q", text, since, List.of(), "d");
    }

    @Test
    void terminals_find_a_session_that_the_catalogue_knows() {
        assertThat(live.find(ONE).orElseThrow().cwd()).isEqualTo("/home/alex/shop");
        assertThat(live.find(PLACEHOLDER)).isEmpty();
    }

    @Test
    void a_session_that_was_just_written_is_sought_in_its_store() throws Exception {
        session("late");
        var late = new SessionId(EngineKey.CODEX, "late");
        assertThat(live.find(late)).isEmpty();
        assertThat(live.seek(late).orElseThrow().id()).isEqualTo(late);
    }

    @Test
    void the_turns_of_a_session_are_counted_in_its_conversation() {
        assertThat(live.turns(ONE)).isEqualTo(OptionalInt.of(3));
    }

    @Test
    void a_conversation_that_cannot_be_read_has_no_count() {
        turns = new Unreadable();
        assertThat(live.turns(ONE)).isEmpty();
    }

    private static final class Unreadable implements Turns {
        @Override
        public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
            throw new IOException("the disk is broken");
        }

        @Override
        public List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) throws IOException {
            throw new IOException("the disk is broken");
        }
    }

    @Test
    void an_adopted_session_is_found_by_its_former_id_from_then_on() {
        live.adopted(PLACEHOLDER, ONE);
        assertThat(live.resolve(PLACEHOLDER)).isEqualTo(ONE);
        assertThat(entries()).singleElement().satisfies(it -> {
            assertThat(it.event()).isInstanceOf(Adopted.class);
            assertThat(it.actor()).isEqualTo(Actor.SYSTEM);
        });
    }

    @Test
    void pages_hear_that_the_row_of_a_placeholder_is_gone() {
        live.adopted(PLACEHOLDER, ONE);
        assertThat(heard).containsExactly(new Heard("session_gone", Map.of("id", PLACEHOLDER.toString())));
    }

    @ParameterizedTest
    @CsvSource({"IDLE, true, idle", "WORKING, true, working", "WAITING, true, waiting", "OFF, false, off"})
    void pages_hear_each_status_and_whether_there_is_a_terminal(Status status, boolean isLive, String word) {
        live.changed(ONE, status);
        assertThat(heard).containsExactly(new Heard("terminal", run(ONE, isLive, word, null)));
        assertThat(entries()).isEmpty();
    }

    @Test
    void pages_hear_what_a_program_asks_and_the_row_says_it() throws Exception {
        try (var house = new House(folder.resolve("house"))) {
            var session = house.stored("running");
            house.terminals.open(AttachRequest.of(session, Size.USUAL, "tab"));
            var asking = new Asking("q1", "Go on?", Instant.EPOCH, List.of(), "d");
            live.changed(session, Status.WAITING, asking);
            assertThat(heard)
                    .contains(new Heard(
                            "terminal", run(session, true, "waiting", new Question("q1", "Go on?", Instant.EPOCH))));
            assertThat(live.running(house.terminals))
                    .extracting(Running::asking)
                    .containsExactly(asking);
            live.changed(session, Status.WORKING);
            assertThat(live.running(house.terminals))
                    .extracting(Running::asking)
                    .containsOnlyNulls();
        }
    }

    @Test
    void a_program_that_was_ended_is_journaled_with_the_reason() {
        live.reaped(ONE, "idle for a day", false);
        assertThat(entries())
                .extracting(Entry::event, Entry::actor)
                .containsExactly(tuple(
                        new Security(new SecurityEvent(
                                Kind.REAPED, Map.of("session", ONE.toString(), "why", "idle for a day"))),
                        Actor.SYSTEM));
    }

    @Test
    void what_would_have_been_ended_is_not_journaled() {
        live.reaped(ONE, "idle for a day", true);
        assertThat(entries()).isEmpty();
    }

    @Test
    void a_writer_that_takes_over_is_journaled() {
        live.takenOver(ONE, "tab-2");
        assertThat(entries())
                .extracting(Entry::event, Entry::actor)
                .containsExactly(tuple(
                        new Security(new SecurityEvent(
                                Kind.TAKEN_OVER, Map.of("session", ONE.toString(), "viewer", "tab-2"))),
                        Actor.SYSTEM));
    }

    @Test
    void the_catalogue_sees_a_program_with_its_folder_and_the_status_announced_last() throws Exception {
        try (var house = new House(folder.resolve("house"))) {
            var session = house.stored("running");
            house.terminals.open(AttachRequest.of(session, Size.USUAL, "tab"));
            assertThat(live.running(house.terminals))
                    .extracting(Running::id, Running::cwd, Running::status)
                    .containsExactly(tuple(session, house.folder.toString(), Status.IDLE));
            live.changed(session, Status.WAITING);
            assertThat(live.running(house.terminals))
                    .extracting(Running::status)
                    .containsExactly(Status.WAITING);
            live.changed(session, Status.OFF);
            assertThat(live.running(house.terminals))
                    .extracting(Running::status)
                    .containsExactly(Status.IDLE);
        }
    }

    @Test
    void the_status_of_a_placeholder_is_that_of_the_session_that_it_becomes() throws Exception {
        try (var house = new House(folder.resolve("house"))) {
            var session = house.stored("running");
            house.terminals.open(AttachRequest.of(session, Size.USUAL, "tab"));
            live.changed(PLACEHOLDER, Status.WORKING);
            live.adopted(PLACEHOLDER, session);
            assertThat(live.running(house.terminals))
                    .extracting(Running::status)
                    .containsExactly(Status.WORKING);
        }
    }

    @Test
    void what_waits_outside_is_a_row_wakes_its_session_and_is_announced() throws Exception {
        try (var house = new House(folder.resolve("house"))) {
            live.changedOutside(ONE, Optional.of(outside(Status.WAITING)), false);
            assertThat(live.running(house.terminals))
                    .extracting(Running::id, Running::status, Running::isLive)
                    .containsExactly(tuple(ONE, Status.WAITING, false));
            assertThat(needed).containsExactly(ONE);
            var run = (LiveSessions.Run) heard.getLast().data();
            assertThat(run.live()).isEqualTo("elsewhere");
            assertThat(run.status()).isEqualTo("waiting");
            assertThat(run.question()).isNotNull();
            live.changedOutside(ONE, Optional.empty(), false);
            assertThat(live.running(house.terminals)).isEmpty();
            assertThat(((LiveSessions.Run) heard.getLast().data()).live()).isEqualTo(false);
        }
    }

    @Test
    void what_a_joined_program_says_itself_counts_before_its_screen() {
        joined.add(ONE);
        live.changed(ONE, Status.IDLE, null);
        live.changedOutside(ONE, Optional.of(outside(Status.WAITING)), true);
        var run = (LiveSessions.Run) heard.getLast().data();
        assertThat(run.live()).isEqualTo(true);
        assertThat(run.status()).isEqualTo("waiting");
        assertThat(run.elsewhere()).isNotNull();
        assertThat(needed).containsExactly(ONE);
    }

    @Test
    void the_screen_says_what_a_joined_program_does_that_says_nothing_itself() {
        joined.add(ONE);
        live.changedOutside(ONE, Optional.of(outside(Status.ELSEWHERE)), true);
        live.changed(ONE, Status.WORKING, null);
        assertThat(((LiveSessions.Run) heard.getLast().data()).status()).isEqualTo("working");
    }

    @Test
    void a_program_outside_says_nothing_of_a_terminal_that_svc_started() {
        live.changedOutside(ONE, Optional.of(outside(Status.WORKING)), false);
        heard.clear();
        live.changedOutside(ONE, Optional.of(outside(Status.WAITING)), true);
        assertThat(heard).isEmpty();
    }

    @Test
    void what_the_idle_program_of_a_terminal_still_runs_is_in_its_row_and_is_announced_safe_to_show() throws Exception {
        try (var house = new House(folder.resolve("house"))) {
            var session = house.stored("running");
            house.terminals.open(AttachRequest.of(session, Size.USUAL, "tab"));
            live.changed(session, Status.IDLE, null);
            live.runs(session, List.of("sh\u001b[31mell"));
            assertThat(((LiveSessions.Run) heard.getLast().data()).background()).containsExactly("shell");
            assertThat(live.running(house.terminals).iterator().next().background())
                    .hasSize(1);
            live.runs(session, List.of());
            assertThat(((LiveSessions.Run) heard.getLast().data()).background()).isEmpty();
        }
    }

    @Test
    void what_runs_behind_a_session_without_a_terminal_is_nobodys_news() {
        live.runs(ONE, List.of("shell"));
        assertThat(heard).isEmpty();
    }

    @Test
    void when_a_joined_terminal_is_left_the_session_runs_outside_again() {
        live.changedOutside(ONE, Optional.of(outside(Status.WORKING)), true);
        live.changed(ONE, Status.OFF, null);
        assertThat(((LiveSessions.Run) heard.getLast().data()).live()).isEqualTo("elsewhere");
    }

    private static LiveSessions.Run run(SessionId session, boolean isLive, String word, @Nullable Question question) {
        return new LiveSessions.Run(session.toString(), isLive, word, question, null, List.of());
    }

    private static OutsideProgram outside(Status status) {
        var process = new LivingProcess(7, "8", 1, Instant.EPOCH, List.of("claude"), null, Map.of(), null);
        var state = new Sighting.State(status, Instant.EPOCH, "permission prompt", List.of());
        return new OutsideProgram(ONE, new Sighting(ONE.nativeId(), process, state, null, true, true), Instant.EPOCH);
    }
}
