package dev.svc.server.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.Compressing;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.antigravity.AntigravityProvider;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.engine.copilot.CopilotProvider;
import dev.svc.server.engine.gemini.GeminiProvider;
import dev.svc.server.engine.grok.GrokProvider;
import dev.svc.server.engine.kimi.KimiProvider;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.opencode.OpencodeProvider;
import dev.svc.server.engine.pi.PiProvider;
import dev.svc.server.engine.qwen.QwenProvider;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.vault.RestoreRefusedException.Reason;
import dev.svc.server.vault.Restoring.Dated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.DriverManager;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sessions that are restored on another host, where the programs are installed and were never used, and where folders
/// lie elsewhere.
class MovedHouseTest {
    private static final FolderMap MAP = FolderMap.parse(List.of("/home=/srv/Neues \"Haus\" é/home"));

    @TempDir
    Path folder = Path.of("");

    private KeptStores kept;
    private Path home;
    private final Map<EngineKey, EngineProvider> programs = new HashMap<>();

    @BeforeEach
    void open() throws Exception {
        var real = folder.toRealPath();
        kept = KeptStores.in(real);
        kept.follow();
        home = Files.createDirectories(real.resolve("new home"));
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        Stream.of(
                        new ClaudeCodeProvider(settings),
                        new CodexProvider(settings),
                        new OpencodeProvider(settings),
                        new GeminiProvider(settings, home.resolve("own"), this::folders),
                        new AntigravityProvider(settings),
                        new KimiProvider(settings),
                        new CopilotProvider(settings),
                        OpencodeProvider.kilo(settings),
                        new PiProvider(settings),
                        new QwenProvider(settings),
                        new GrokProvider(settings))
                .forEach(program -> programs.put(program.engineId(), program));
        emptyDatabase("opencode/live-wal", "opencode");
        emptyDatabase("kilo/main", "kilo");
    }

    @AfterEach
    void close() throws Exception {
        kept.close();
    }

    /// The folders that other programs know here.
    private Set<String> folders() {
        var folders = new HashSet<String>();
        kept.listed.values().stream()
                .map(SessionFacts::cwd)
                .filter(Objects::nonNull)
                .forEach(cwd -> folders.add(MAP.map(cwd)));
        return folders;
    }

    /// As a program leaves it when it was started once.
    ///
    /// @param name of its folder and its database
    private void emptyDatabase(String fixture, String name) throws Exception {
        var data = home.resolve(".local/share").resolve(name);
        StoreCopy.plant(StoreCopy.fixture(fixture), data);
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve(name + ".db"));
                var statement = connection.createStatement()) {
            for (var table : List.of("part", "message", "todo", "session", "project_directory", "project")) {
                statement.executeUpdate("DELETE FROM " + table);
            }
        }
    }

    private EngineProvider program(EngineKey engine) {
        return Objects.requireNonNull(programs.get(engine));
    }

    private Restoring restoring() {
        return new Restoring(kept.vault(), engine -> program(engine).originals(), () -> kept.now);
    }

    private boolean has(SessionId id) throws IOException {
        return program(id.engine()).originals().orElseThrow().has(id.nativeId());
    }

    private List<SessionFacts> movable() {
        return kept.listed.values().stream()
                .filter(facts -> facts.cwd() != null && facts.id().engine() != EngineKey.ANTIGRAVITY)
                .toList();
    }

    private void restoreAll() throws IOException {
        for (var facts : movable()) {
            // One that another continues came back with it.
            if (!has(facts.id())) {
                restoring().restore(facts.id(), Dated.AS_THEY_WERE, MAP);
            }
        }
    }

    private List<Turn> said(SessionId id) throws IOException {
        var turns = program(id.engine()).turns();
        var index = turns.index(id.nativeId(), Optional.empty());
        return turns.read(id.nativeId(), index, 0, index.count(), new Detail(0));
    }

    private static String moved(SessionFacts facts) {
        return MAP.map(Objects.requireNonNull(facts.cwd()));
    }

    @Test
    void every_recorded_session_is_listed_in_its_new_folder_with_all_that_was_said() throws Exception {
        restoreAll();
        for (var before : movable()) {
            var after = StoreFixture.row(
                    program(before.id().engine()).store(), before.id().nativeId());
            assertThat(after.cwd())
                    .as("%s", before.id())
                    .isNotEqualTo(before.cwd())
                    .isEqualTo(moved(before));
            assertThat(after.messageCount()).as("%s", before.id()).isEqualTo(before.messageCount());
            assertThat(after.firstMessage()).as("%s", before.id()).isEqualTo(before.firstMessage());
            assertThat(said(before.id())).as("%s", before.id()).isEqualTo(kept.stores.all(before.id()));
        }
    }

    @Test
    void each_program_looks_for_its_sessions_where_they_are_now() throws Exception {
        restoreAll();
        var compared = new TreeSet<EngineKey>();
        for (var before : movable()) {
            var found = kept.stores
                    .program(before.id().engine())
                    .snapshotSessionIds(Path.of(Objects.requireNonNull(before.cwd())));
            if (found.contains(before.id().nativeId())) {
                compared.add(before.id().engine());
                assertThat(program(before.id().engine()).snapshotSessionIds(Path.of(moved(before))))
                        .as("%s", before.id())
                        .contains(before.id().nativeId());
            }
        }
        assertThat(compared)
                .contains(
                        EngineKey.CLAUDE_CODE,
                        EngineKey.OPENCODE,
                        EngineKey.GEMINI,
                        EngineKey.KIMI,
                        EngineKey.COPILOT,
                        EngineKey.PI,
                        EngineKey.QWEN,
                        EngineKey.GROK);
    }

    @Test
    void no_file_lies_in_a_folder_that_is_named_by_the_old_one() throws Exception {
        restoreAll();
        assertThat(below(home.resolve(".claude/projects")))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("-srv-Neues--Haus----home-"));
        assertThat(below(home.resolve(".qwen/projects")))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("-srv-Neues--Haus----home-"));
        assertThat(below(home.resolve(".kimi-code/sessions")))
                .contains("wd_shop_"
                        + sha256("/srv/Neues \"Haus\" é/home/casey/code/shop").substring(0, 12));
        assertThat(below(home.resolve(".pi/agent/sessions")))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("--srv-Neues \"Haus\" é-home-frankie-"));
        assertThat(below(home.resolve(".grok/sessions")))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("%2Fsrv%2FNeues%20%22Haus%22%20%C3%A9%2Fhome"));
        assertThat(below(home.resolve(".gemini/tmp")))
                .contains("shop", sha256("/srv/Neues \"Haus\" é/home/blair/code/shop"));
    }

    private static List<String> below(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    private static String sha256(String text) throws Exception {
        var digest = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void a_fork_continues_what_it_continued_although_that_is_longer_now() throws Exception {
        var fork = fork();
        restoring().restore(fork, Dated.NOW, MAP);
        assertThat(said(fork)).isEqualTo(kept.stores.all(fork));
        assertThat(continuedBytes(fork))
                .isEqualTo(Files.size(rollout(continued(fork).getFirst())));
    }

    @Test
    void a_fork_continues_what_is_there_already() throws Exception {
        var fork = fork();
        for (var before : continued(fork)) {
            restoring().restore(before, Dated.NOW, MAP);
        }
        restoring().restore(fork, Dated.NOW, FolderMap.parse(List.of("/nowhere=/elsewhere")));
        assertThat(said(fork)).isEqualTo(kept.stores.all(fork));
        assertThat(continuedBytes(fork))
                .isEqualTo(Files.size(rollout(continued(fork).getFirst())));
    }

    /// The recorded fork continues all of the other rollout.
    private long continuedBytes(SessionId fork) throws IOException {
        try (var lines = Files.lines(rollout(fork))) {
            return new ObjectMapper()
                    .readTree(lines.findFirst().orElseThrow())
                    .at("/payload/history_base/end_byte_offset")
                    .asLong();
        }
    }

    private Path rollout(SessionId id) throws IOException {
        return program(id.engine())
                .originals()
                .orElseThrow()
                .of(id.nativeId(), folder)
                .getFirst()
                .stamp()
                .path();
    }

    private SessionId fork() throws IOException {
        for (var id : kept.listed.keySet()) {
            if (!continued(id).isEmpty()) {
                return id;
            }
        }
        throw new AssertionError("no fork was recorded");
    }

    private List<SessionId> continued(SessionId id) throws IOException {
        var originals = kept.stores.program(id.engine()).originals().orElseThrow();
        return originals.continued(id.nativeId()).stream()
                .map(before -> new SessionId(id.engine(), before))
                .toList();
    }

    @Test
    void a_gemini_project_takes_another_name_where_its_own_is_taken() throws Exception {
        var taken = Files.createDirectories(home.resolve(".gemini/tmp/shop"));
        Files.writeString(taken.resolve(".project_root"), "/srv/another/shop");
        var session = shopOfGemini();
        restoring().restore(session.id(), Dated.NOW, MAP);
        assertThat(home.resolve(".gemini/tmp/shop-1/.project_root")).hasContent(moved(session));
        assertThat(taken.resolve(".project_root")).hasContent("/srv/another/shop");
    }

    @Test
    void a_gemini_project_that_is_known_here_keeps_its_name() throws Exception {
        var session = shopOfGemini();
        var known = Files.createDirectories(home.resolve(".gemini/tmp/web-shop"));
        Files.writeString(known.resolve(".project_root"), moved(session));
        restoring().restore(session.id(), Dated.NOW, MAP);
        assertThat(known.resolve("chats")).isNotEmptyDirectory();
        assertThat(home.resolve(".gemini/tmp/shop")).doesNotExist();
    }

    private SessionFacts shopOfGemini() throws IOException {
        for (var facts : movable()) {
            boolean isInShop = facts.id().engine() == EngineKey.GEMINI
                    && kept.files(facts.id()).keySet().stream().anyMatch(name -> name.startsWith("tmp/shop/"));
            if (isInShop) {
                return facts;
            }
        }
        throw new AssertionError("no session of the shop was recorded");
    }

    @Test
    void kimi_finds_its_agents_beside_the_session() throws Exception {
        for (var facts : ofKimi()) {
            var state = restored(facts, "state.json");
            assertThat(state).content().contains("\"" + state.resolveSibling("agents/main") + "\"");
        }
    }

    @Test
    void agents_of_kimi_are_bound_to_the_folder_that_they_lie_in() throws Exception {
        for (var facts : ofKimi()) {
            var wire = restored(facts, "agents/main/wire.jsonl");
            var bucket = wire.getName(wire.getNameCount() - 5).toString();
            assertThat(Files.readAllLines(wire))
                    .filteredOn(line -> line.contains("\"workspaceId\""))
                    .allMatch(line -> line.contains("\"workspaceId\":\"" + bucket + "\""));
        }
    }

    private List<SessionFacts> ofKimi() {
        return movable().stream()
                .filter(facts -> facts.id().engine() == EngineKey.KIMI)
                .toList();
    }

    /// One of the files of a session's folder.
    private Path restored(SessionFacts facts, String name) throws IOException {
        var inSession = Path.of(facts.id().nativeId()).resolve(name);
        return restoring().restore(facts.id(), Dated.NOW, MAP).files().stream()
                .filter(file -> file.endsWith(inSession))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_session_whose_folder_is_not_mapped_comes_back_as_it_was() throws Exception {
        var map = FolderMap.parse(List.of("/srv/another=/srv/elsewhere"));
        for (var facts : kept.listed.values()) {
            var id = facts.id();
            if (!has(id)) {
                restoring().restore(id, Dated.AS_THEY_WERE, map);
            }
        }
        for (var id : kept.listed.keySet()) {
            for (var file : kept.files(id).values()) {
                var place = program(id.engine()).originals().orElseThrow().place(file.name());
                if (file.until() == null && place.isPresent()) {
                    assertThat(place.get()).hasBinaryContent(kept.content(id, file.name()));
                }
            }
        }
    }

    @Test
    void antigravity_says_why_it_cannot_be_moved() {
        var id = first(EngineKey.ANTIGRAVITY);
        var cwd = Objects.requireNonNull(kept.facts(id).cwd());
        assertThatThrownBy(() -> restoring().restore(id, Dated.NOW, FolderMap.parse(List.of(cwd + "=/srv/elsewhere"))))
                .isInstanceOfSatisfying(
                        RestoreRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.STORE))
                .hasMessageContaining("database");
    }

    private SessionId first(EngineKey engine) {
        return kept.listed.values().stream()
                .filter(facts -> facts.id().engine() == engine && facts.cwd() != null)
                .map(SessionFacts::id)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_compressed_rollout_is_not_moved_and_nothing_is_written() throws Exception {
        var id = first(EngineKey.CODEX);
        var originals = kept.stores.program(id.engine()).originals().orElseThrow();
        var rollout = originals.of(id.nativeId(), folder).getFirst().stamp().path();
        Compressing.replace(rollout);
        var row = StoreFixture.row(kept.stores.program(id.engine()).store(), id.nativeId());
        kept.listed.put(id, row);
        kept.keeperNow().take(kept.followed(id));
        assertThatThrownBy(() -> restoring().restore(id, Dated.NOW, MAP))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("compressed");
        assertThat(has(id)).isFalse();
    }

    @Test
    void a_path_that_claude_code_names_by_a_checksum_is_refused() {
        var id = first(EngineKey.CLAUDE_CODE);
        var map = FolderMap.parse(List.of("/home=/srv/" + "x".repeat(200)));
        assertThatThrownBy(() -> restoring().restore(id, Dated.NOW, map))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("choose a shorter one");
    }

    @Test
    void a_path_that_is_too_long_for_the_name_of_a_folder_of_qwen_code_is_refused() {
        var id = first(EngineKey.QWEN);
        var map = FolderMap.parse(List.of("/home=/srv/" + "x".repeat(250)));
        assertThatThrownBy(() -> restoring().restore(id, Dated.NOW, map))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("choose a shorter one");
    }

    @Test
    void the_sub_agents_of_qwen_code_lie_where_its_session_is_now() throws Exception {
        restoreAll();
        assertThat(below(home.resolve(".qwen/projects/-srv-Neues--Haus----home-frankie-code-kiosk")))
                .contains("chats", "subagents");
    }

    @Test
    void nothing_is_written_over_a_file_that_lies_where_a_session_moves_to() throws Exception {
        var id = first(EngineKey.CLAUDE_CODE);
        var restored = restoring().restore(id, Dated.NOW, MAP);
        var transcript = restored.files().getLast();
        Files.delete(transcript);
        Files.createDirectory(transcript);
        assertThatThrownBy(() -> restoring().restore(id, Dated.NOW, MAP))
                .isInstanceOfSatisfying(
                        RestoreRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.THERE));
    }

    @Test
    void what_is_there_with_the_same_folders_already_stays() throws Exception {
        var facts = movable().stream()
                .filter(it -> it.id().engine() == EngineKey.KIMI)
                .findFirst()
                .orElseThrow();
        var restored = restoring().restore(facts.id(), Dated.NOW, MAP).files();
        var wire = restored.stream()
                .filter(file -> file.endsWith("wire.jsonl"))
                .findFirst()
                .orElseThrow();
        var state =
                restored.stream().filter(file -> file.endsWith("state.json")).toList();
        for (var file : state) {
            Files.delete(file);
        }
        assertThat(restoring().restore(facts.id(), Dated.NOW, MAP).files())
                .containsExactlyInAnyOrderElementsOf(state)
                .doesNotContain(wire);
    }
}
