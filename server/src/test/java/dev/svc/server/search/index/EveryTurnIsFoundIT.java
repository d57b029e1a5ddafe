package dev.svc.server.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.follow.FollowMark;
import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.follow.Follower;
import dev.svc.server.search.RecordedStores;
import dev.svc.server.search.query.QueryReader;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.text.Normalizer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was said is found by what was said, and nothing else is: the truth is read from the recorded stores of all
/// programs, by other means than the index has.
class EveryTurnIsFoundIT {
    private static final int TOOL_OUTPUT = 2048;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]{3,40}");
    private static final Pattern CHINESE = Pattern.compile("[\\p{IsHan}]{2}");
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");
    private static final TurnFinder.Window ALL = new TurnFinder.Window(0, 20);
    private static final SessionId WRITTEN = new SessionId(EngineKey.KIMI, "written");

    @TempDir
    Path folder = Path.of("");

    private SearchIndex index = new SearchIndex(folder, () -> TOOL_OUTPUT, () -> {});
    private TurnFinder finder = new TurnFinder(index, MadeIndex.UNHURRIED);

    @BeforeEach
    void open() {
        index = new SearchIndex(folder.resolve("index"), () -> TOOL_OUTPUT, () -> {});
        finder = new TurnFinder(index, MadeIndex.UNHURRIED);
    }

    @AfterEach
    void close() throws Exception {
        index.close();
    }

    @Test
    void a_word_of_every_turn_finds_it_and_only_sessions_that_have_the_word() throws Exception {
        var stores = RecordedStores.plant(folder);
        var truth = indexed(stores);
        int tried = 0;
        for (var session : truth.entrySet()) {
            for (int turn = 0; turn < session.getValue().size(); turn++) {
                var word = word(session.getValue().get(turn), turn);
                if (word.isPresent()) {
                    tried++;
                    finds(word.get(), session.getKey(), turn, truth);
                }
            }
        }
        assertThat(tried).isGreaterThan(300);
        assertThat(truth.keySet().stream().map(SessionId::engine).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        stores.programs().stream().map(EngineProvider::engineId).toList());
    }

    private Map<SessionId, List<String>> indexed(RecordedStores stores) throws Exception {
        try (var follower = new Follower(stores, List.of(index), () -> false, _ -> {})) {
            follower.start();
            Waiting.until(
                    () -> follower.progress().toString(),
                    () -> follower.progress().phase() == Phase.FOLLOWING);
        }
        assertThat(stores.sessions().stream().map(it -> it.id().engine()).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        stores.programs().stream().map(EngineProvider::engineId).toList());
        var truth = new HashMap<SessionId, List<String>>();
        for (var id : stores.sessions().stream().map(FollowedSession::id).toList()) {
            truth.put(
                    id,
                    stores.all(id, TOOL_OUTPUT).stream()
                            .map(turn -> SearchedText.of(turn, TOOL_OUTPUT))
                            .toList());
        }
        return truth;
    }

    /// One of the longest words, where possible one of several letters.
    private static Optional<String> word(String text, int which) {
        var words = new ArrayList<String>();
        for (var pattern : List.of(CHINESE, WORD)) {
            var found = pattern.matcher(text);
            while (found.find()) {
                words.add(found.group());
            }
            if (!words.isEmpty()) {
                return Optional.of(words.get(which % words.size()));
            }
        }
        return Optional.empty();
    }

    private void finds(String word, SessionId session, int turn, Map<SessionId, List<String>> truth) throws Exception {
        var about = word + " of turn " + turn + " of " + session;
        assertThat(turns(session, word)).as(about).contains(turn);
        var found = finder.find(query(word), _ -> true, ALL, NOW);
        assertThat(found.sessions()).as(about).contains(session).doesNotHaveDuplicates();
        for (var other : found.sessions()) {
            assertThat(truth.get(other))
                    .as("%s in %s", about, other)
                    .anyMatch(text -> plain(text).contains(plain(word)));
        }
        for (var group : found.groups()) {
            for (var hit : group.hits()) {
                assertThat(plain(truth.getOrDefault(group.session(), List.of()).get(hit.turn())))
                        .as(about)
                        .contains(plain(word));
            }
        }
    }

    /// Without case and accents, by the rules of Unicode.
    private static String plain(String text) {
        return MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD))
                .replaceAll("")
                .toLowerCase(Locale.ROOT);
    }

    private Set<Integer> turns(SessionId session, String typed) throws Exception {
        var turns = new HashSet<Integer>();
        for (var group : finder.in(session, query(typed), NOW).groups()) {
            group.hits().forEach(hit -> turns.add(hit.turn()));
        }
        return turns;
    }

    private static SearchQuery query(String typed) throws Exception {
        return new QueryReader(_ -> Optional.empty(), ZoneOffset.UTC).read(typed);
    }

    private void write(String... said) throws Exception {
        var turns = new ArrayList<Turn>();
        for (var text : said) {
            turns.add(new Turn(Turn.Role.USER, null, text, null, null, Turn.Mark.NONE, List.of()));
        }
        index.take(WRITTEN, 0, turns, new FollowMark(said.length, 0, 0, 1));
    }

    @Test
    void words_of_every_script_are_found() throws Exception {
        write(
                "请检查数据库连接",
                "データベースの接続を確認",
                "데이터베이스 연결",
                "the café in Zürich, naïve œuvre",
                "שלום עולם",
                "مرحبا بالعالم",
                "ship it 🚀 today",
                "สวัสดีชาวโลก",
                "Привет, мир");
        assertThat(turns(WRITTEN, "数据")).containsExactly(0);
        assertThat(turns(WRITTEN, "据库")).containsExactly(0);
        assertThat(turns(WRITTEN, "数库")).isEmpty();
        assertThat(turns(WRITTEN, "数据库连接")).containsExactly(0);
        assertThat(turns(WRITTEN, "数")).containsExactly(0);
        assertThat(turns(WRITTEN, "接続")).containsExactly(1);
        assertThat(turns(WRITTEN, "データ")).containsExactly(1);
        assertThat(turns(WRITTEN, "연결")).containsExactly(2);
        assertThat(turns(WRITTEN, "cafe")).containsExactly(3);
        assertThat(turns(WRITTEN, "CAFÉ")).containsExactly(3);
        assertThat(turns(WRITTEN, "zurich")).containsExactly(3);
        assertThat(turns(WRITTEN, "oeuvre")).containsExactly(3);
        assertThat(turns(WRITTEN, "cafe\u0301")).as("decomposed").containsExactly(3);
        assertThat(turns(WRITTEN, "עולם")).containsExactly(4);
        assertThat(turns(WRITTEN, "مرحبا")).containsExactly(5);
        assertThat(turns(WRITTEN, "🚀")).containsExactly(6);
        assertThat(turns(WRITTEN, "мир")).containsExactly(8);
        assertThat(turns(WRITTEN, "ПРИВЕТ")).containsExactly(8);
    }

    @Test
    void identifiers_are_found_whole_and_by_their_parts() throws Exception {
        write(
                "set maxRetries to 3",
                "MAX_RETRY_COUNT",
                "HTTPServer.listen(port)",
                "see src/main/App.svelte",
                "the cart's total isn't right");
        assertThat(turns(WRITTEN, "retries")).containsExactly(0);
        assertThat(turns(WRITTEN, "max")).containsExactlyInAnyOrder(0, 1);
        assertThat(turns(WRITTEN, "maxRetries")).containsExactly(0);
        assertThat(turns(WRITTEN, "maxretries")).containsExactly(0);
        assertThat(turns(WRITTEN, "max_retries")).containsExactly(0);
        assertThat(turns(WRITTEN, "MAX_RETRY_COUNT")).containsExactly(1);
        assertThat(turns(WRITTEN, "retry")).containsExactly(1);
        assertThat(turns(WRITTEN, "server")).containsExactly(2);
        assertThat(turns(WRITTEN, "listen")).containsExactly(2);
        assertThat(turns(WRITTEN, "httpserver.listen")).containsExactly(2);
        assertThat(turns(WRITTEN, "svelte")).containsExactly(3);
        assertThat(turns(WRITTEN, "App.svelte")).containsExactly(3);
        assertThat(turns(WRITTEN, "cart")).containsExactly(4);
        assertThat(turns(WRITTEN, "cart's")).containsExactly(4);
        assertThat(turns(WRITTEN, "isn’t")).containsExactly(4);
    }
}
