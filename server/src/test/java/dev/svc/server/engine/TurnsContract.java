package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.PageCursor;
import dev.svc.server.transcript.Part;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.transcript.TurnFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What holds for the conversations of every program, tried on its recorded store.
public abstract class TurnsContract {
    private static final String NOBODY = "00000000-0000-4000-8000-000000000000";

    @TempDir
    protected Path home;

    protected EngineProvider provider = new NoProvider();

    protected abstract void plant(Path home) throws IOException;

    protected abstract EngineProvider provider(Path home);

    /// The last message of each session, as it was recorded.
    protected abstract Map<String, Message> lastMessages() throws IOException;

    /// The log that a session's turns lie in; null where it is no file of lines.
    protected abstract @Nullable Path log(String nativeId) throws IOException;

    /// An id that the store does not have.
    protected String absent() {
        return NOBODY;
    }

    protected int mutations() {
        return 250;
    }

    public record Message(String role, String text) {}

    @BeforeEach
    void plantStore() throws IOException {
        home = home.toRealPath();
        plant(home);
        provider = provider(home);
    }

    protected final Turns turns() {
        return provider.turns();
    }

    protected final List<Turn> all(String nativeId) throws IOException {
        var index = turns().index(nativeId, Optional.empty());
        return turns().read(nativeId, index, 0, index.count());
    }

    protected static Turn.ToolUse tool(Turn turn) {
        return Objects.requireNonNull(turn.tool());
    }

    @Test
    void every_turn_comes_exactly_once_over_windows_of_any_size() throws IOException {
        for (var id : ids()) {
            var index = turns().index(id, Optional.empty());
            var all = turns().read(id, index, 0, index.count());
            assertThat(all).as(id).hasSize(index.count());
            for (int size : new int[] {1, 2, 3, 7, 50}) {
                var windows = new ArrayList<Turn>();
                for (int from = 0; from < index.count(); from += size) {
                    windows.addAll(turns().read(id, index, from, Math.min(from + size, index.count())));
                }
                assertThat(windows).as("%s by %d", id, size).isEqualTo(all);
            }
        }
    }

    @Test
    void a_turn_says_something_and_a_call_has_a_name() throws IOException {
        for (var id : ids()) {
            for (var turn : all(id)) {
                var tool = turn.tool();
                assertThat(turn.role() == Turn.Role.TOOL).as(id).isEqualTo(tool != null);
                if (tool == null) {
                    assertThat(turn.text() + Objects.toString(turn.thinking(), ""))
                            .as(id)
                            .isNotBlank();
                } else {
                    assertThat(tool.name()).as(id).isNotBlank();
                    assertThat(tool.inputSummary().length()).isLessThanOrEqualTo(ToolSummary.SHORT);
                    assertThat(tool.outputSummary().length()).isLessThanOrEqualTo(ToolSummary.DIFF);
                }
            }
        }
    }

    @Test
    void the_last_message_is_the_one_that_was_recorded() throws IOException {
        var recorded = lastMessages();
        var expectations = new HashMap<String, Message>();
        ids().stream().filter(recorded::containsKey).forEach(id -> expectations.put(id, recorded.get(id)));
        assertThat(expectations).hasSizeGreaterThan(5);
        for (var expected : expectations.entrySet()) {
            var last = new Message("", "");
            for (var turn : all(expected.getKey())) {
                boolean spoken = turn.role() == Turn.Role.USER || turn.role() == Turn.Role.ASSISTANT;
                last = spoken && !turn.text().isBlank()
                        ? new Message(turn.role().name().toLowerCase(Locale.ROOT), turn.text())
                        : last;
            }
            assertThat(last).as(expected.getKey()).isEqualTo(expected.getValue());
        }
    }

    @Test
    void there_are_as_many_messages_as_the_list_counts() throws IOException {
        for (var row : StoreFixture.rows(provider.store())) {
            var id = row.id().nativeId();
            long messages = all(id).stream()
                    .filter(turn -> turn.role() == Turn.Role.USER
                            || (turn.role() == Turn.Role.ASSISTANT
                                    && !turn.text().isBlank()))
                    .count();
            assertThat(messages).as(id).isEqualTo(row.messageCount());
        }
    }

    @Test
    void an_index_that_goes_on_is_the_index_from_nothing_wherever_the_log_was_cut() throws IOException {
        for (var id : ids()) {
            var log = log(id);
            if (log != null) {
                cutEverywhere(id, log);
            }
        }
    }

    private void cutEverywhere(String id, Path log) throws IOException {
        var bytes = Files.readAllBytes(log);
        Optional<TurnIndex> former = Optional.empty();
        for (int end : ends(bytes)) {
            Files.write(log, Arrays.copyOf(bytes, end));
            var goneOn = turns().index(id, former);
            var anew = turns().index(id, Optional.empty());
            assertThat(goneOn.count()).as("%s at %d", id, end).isEqualTo(anew.count());
            assertThat(turns().read(id, goneOn, 0, goneOn.count()))
                    .as("%s at %d", id, end)
                    .isEqualTo(turns().read(id, anew, 0, anew.count()));
            former.ifPresent(before -> {
                for (int turn : new int[] {0, before.count() / 2, before.count()}) {
                    assertThat(goneOn.generation(turn)).as("%s at %d", id, end).isEqualTo(before.generation(turn));
                    assertThat(anew.generation(turn)).as("%s at %d", id, end).isEqualTo(before.generation(turn));
                }
                assertThat(goneOn.count()).isGreaterThanOrEqualTo(before.count());
            });
            former = Optional.of(goneOn);
        }
    }

    /// Turns that are kept from one look to the next, as a projection keeps what it made of them.
    private final class Kept {
        private final String id;
        private final List<Turn> turns = new ArrayList<>();
        private @Nullable TurnIndex last;

        Kept(String id) {
            this.id = id;
        }

        /// Takes what is new since the last look, and what is read again because it may have changed.
        void look() throws IOException {
            var now = turns().index(id, Optional.empty());
            var before = last;
            int from = before == null ? 0 : from(now, before);
            turns.subList(from, turns.size()).clear();
            turns.addAll(turns().read(id, now, from, now.count()));
            last = now;
        }

        private static int from(TurnIndex now, TurnIndex before) {
            boolean goesOn = before.count() <= now.count()
                    && now.generation(before.count()) == before.generation(before.count());
            return goesOn ? Math.min(before.count(), now.firstSince(before.extent())) : 0;
        }
    }

    @Test
    void what_is_followed_from_a_place_in_the_log_is_what_is_read_from_nothing() throws IOException {
        for (var id : ids()) {
            var log = log(id);
            if (log != null) {
                var bytes = Files.readAllBytes(log);
                var kept = new Kept(id);
                for (int end : ends(bytes)) {
                    Files.write(log, Arrays.copyOf(bytes, end));
                    kept.look();
                    assertThat(kept.turns).as("%s at %d", id, end).isEqualTo(all(id));
                }
            }
        }
    }

    @Test
    void a_log_that_did_not_change_has_nothing_new() throws IOException {
        for (var id : ids()) {
            var index = turns().index(id, Optional.empty());
            var again = turns().index(id, Optional.empty());
            assertThat(again.extent()).as(id).isEqualTo(index.extent());
            assertThat(again.firstSince(index.extent()))
                    .as(id)
                    .isBetween(Math.max(0, index.count() - 8), index.count());
            assertThat(again.firstSince(Long.MAX_VALUE)).as(id).isZero();
        }
    }

    @Test
    void the_pages_of_a_conversation_hold_every_turn_once_at_any_width() throws Exception {
        var none = new ReadingLimits.Caps(Integer.MAX_VALUE, Integer.MAX_VALUE);
        var limits = new ReadingLimits(none, Integer.MAX_VALUE, Long.MAX_VALUE / 2, 7, none);
        var transcript = new Transcript(_ -> turns(), limits, Unhurried.workers());
        for (var id : ids()) {
            var session = new SessionId(provider.engineId(), id);
            assertThat(indices(transcript, session))
                    .as(id)
                    .isEqualTo(IntStream.range(0, all(id).size()).boxed().toList());
            for (int cols : new int[] {40, 80, 200}) {
                var paged = new StringBuilder();
                for (var page : pages(transcript, session, new TurnFormat.Console(cols))) {
                    paged.insert(0, ((Part.Text) page.body()).text());
                }
                var whole =
                        transcript.newest(session, new TurnFormat.Console(cols)).body();
                assertThat(paged).as("%s at %d", id, cols).hasToString(((Part.Text) whole).text());
            }
        }
    }

    private static List<Integer> indices(Transcript transcript, SessionId session) throws Exception {
        var indices = new ArrayList<Integer>();
        for (var page : pages(transcript, session, new TurnFormat.Plain()).reversed()) {
            ((Part.Told) page.body()).turns().forEach(turn -> indices.add(turn.index()));
        }
        return indices;
    }

    private static List<Part> pages(Transcript transcript, SessionId session, TurnFormat format) throws Exception {
        var pages = new ArrayList<Part>();
        pages.add(transcript.page(session, new PageCursor.End(), format));
        for (var next = pages.getLast().nextCursor();
                next != null;
                next = pages.getLast().nextCursor()) {
            pages.add(transcript.page(session, new PageCursor.After(next), format));
        }
        return pages;
    }

    /// Behind every line, and in the middle of some.
    private static List<Integer> ends(byte[] bytes) {
        var ends = new ArrayList<Integer>();
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                ends.add(i + 1);
                if (i % 3 == 0 && i + 40 < bytes.length) {
                    ends.add(i + 40);
                }
            }
        }
        return ends.stream().sorted().distinct().toList();
    }

    @Test
    void the_tail_of_a_log_begins_with_a_later_turn() throws IOException {
        for (var id : ids()) {
            var index = turns().index(id, Optional.empty());
            assertThat(index.firstWithin(Long.MAX_VALUE / 2)).as(id).isZero();
            assertThat(index.firstWithin(0)).as(id).isEqualTo(index.count());
            assertThat(index.weight()).isNotNegative();
        }
    }

    @Test
    void a_log_that_was_replaced_while_it_was_paged_gives_what_is_there_now() throws IOException {
        for (var id : ids()) {
            var log = log(id);
            if (log == null) {
                continue;
            }
            var bytes = Files.readAllBytes(log);
            var index = turns().index(id, Optional.empty());
            Files.write(log, new byte[0]);
            assertThat(turns().read(id, index, 0, index.count()).size()).as(id).isLessThanOrEqualTo(index.count());
            Files.write(log, "{\"nonsense\": 1}\n".repeat(50).getBytes(StandardCharsets.UTF_8));
            var replaced = turns().index(id, Optional.of(index));
            assertThat(turns().read(id, index, 0, index.count()).size()).as(id).isLessThanOrEqualTo(index.count());
            if (index.count() > replaced.count()) {
                assertThat(replaced.generation(index.count())).as(id).isNotEqualTo(index.generation(index.count()));
            }
            Files.write(log, bytes);
        }
    }

    @Test
    void a_session_that_is_not_there_is_no_such_file() {
        for (var id : List.of(absent(), "../../etc/passwd", "")) {
            assertThatThrownBy(() -> turns().index(id, Optional.empty())).isInstanceOf(NoSuchFileException.class);
        }
    }

    @Test
    void no_damage_to_the_store_is_fatal() throws IOException {
        var sessions = sessionsByFile();
        new StoreFuzz(provider.store(), 7).run(mutations(), (file, round) -> {
            for (var id : sessions.getOrDefault(file, List.of())) {
                try {
                    var index = turns().index(id, Optional.empty());
                    assertThat(turns().read(id, index, 0, index.count())).hasSize(index.count());
                } catch (IOException isSaid) {
                    assertThat(isSaid.getMessage()).isNotNull();
                } catch (RuntimeException fatal) {
                    throw new AssertionError("mutation " + round + " of " + file + " was fatal", fatal);
                }
            }
        });
    }

    private Map<Path, List<String>> sessionsByFile() throws IOException {
        var sessions = new HashMap<Path, List<String>>();
        for (var piece : StoreFixture.pieces(provider.store())) {
            var ids = provider.store().read(piece, null).sessions().stream()
                    .map(facts -> facts.id().nativeId())
                    .toList();
            piece.files().forEach(file -> sessions.put(file.path(), ids));
        }
        return sessions;
    }

    protected final List<String> ids() throws IOException {
        return StoreFixture.rows(provider.store()).stream()
                .map(SessionFacts::id)
                .map(id -> id.nativeId())
                .toList();
    }
}
