package dev.svc.server.search;

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
import dev.svc.server.engine.opencode.OpencodeProvider;
import dev.svc.server.engine.pi.PiProvider;
import dev.svc.server.engine.qwen.QwenProvider;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The recorded stores of all programs, which do not change.
public final class RecordedStores implements FollowedStores {
    private final Map<EngineKey, EngineProvider> programs = new LinkedHashMap<>();
    private final List<FollowedSession> sessions = new ArrayList<>();
    private final Map<SessionId, SessionFacts> facts = new LinkedHashMap<>();

    private RecordedStores() {}

    public static RecordedStores plant(Path folder) throws IOException {
        var home = folder.toRealPath();
        StoreCopy.plant(StoreCopy.fixture("claude"), home.resolve(".claude"));
        StoreCopy.plant(StoreCopy.fixture("codex"), home.resolve(".codex"));
        StoreCopy.plant(StoreCopy.fixture("opencode/live-wal"), home.resolve(".local/share/opencode"));
        StoreCopy.plant(StoreCopy.fixture("opencode/legacy-json"), home.resolve(".local/share/opencode"));
        StoreCopy.plant(StoreCopy.fixture("kilo/main"), home.resolve(".local/share/kilo"));
        StoreCopy.plant(StoreCopy.fixture("gemini/main"), home);
        StoreCopy.plant(StoreCopy.fixture("gemini/legacy-json"), home);
        StoreFixture.copy("antigravity", home);
        StoreFixture.copy("kimi", home);
        StoreFixture.copy("copilot", home);
        StoreFixture.copy("pi", home);
        StoreCopy.plant(StoreCopy.fixture("qwen"), home.resolve(".qwen"));
        StoreFixture.copy("grok", home);
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        var stores = new RecordedStores();
        stores.add(new ClaudeCodeProvider(settings));
        stores.add(new CodexProvider(settings));
        stores.add(new OpencodeProvider(settings));
        stores.add(new GeminiProvider(settings, home.resolve("own"), Set::of));
        stores.add(new AntigravityProvider(settings));
        stores.add(new KimiProvider(settings));
        stores.add(new CopilotProvider(settings));
        stores.add(OpencodeProvider.kilo(settings));
        stores.add(new PiProvider(settings));
        stores.add(new QwenProvider(settings));
        stores.add(new GrokProvider(settings));
        return stores;
    }

    private void add(EngineProvider provider) throws IOException {
        programs.put(provider.engineId(), provider);
        for (var row : StoreFixture.rows(provider.store())) {
            sessions.add(new FollowedSession(row.id(), 1, false));
            facts.put(row.id(), row);
        }
    }

    public EngineProvider program(EngineKey engine) {
        return Objects.requireNonNull(programs.get(engine));
    }

    public Collection<EngineProvider> programs() {
        return programs.values();
    }

    /// What the list shows of each session.
    public Map<SessionId, SessionFacts> facts() {
        return facts;
    }

    /// All turns of a session in brief, as they are read from nothing.
    public List<Turn> all(SessionId session) throws IOException {
        return all(session, 0);
    }

    /// All turns of a session, as they are read from nothing.
    ///
    /// @param toolOutput how much of what a tool answered
    public List<Turn> all(SessionId session, int toolOutput) throws IOException {
        var turns = turns(session.engine());
        var index = turns.index(session.nativeId(), Optional.empty());
        return turns.read(session.nativeId(), index, 0, index.count(), new Detail(toolOutput));
    }

    @Override
    public void awaitListed() {}

    @Override
    public List<FollowedSession> sessions() {
        return List.copyOf(sessions);
    }

    @Override
    public Optional<FollowedSession> find(SessionId session) {
        return sessions.stream().filter(it -> it.id().equals(session)).findFirst();
    }

    @Override
    public boolean isReadable(EngineKey engine) {
        return true;
    }

    @Override
    public Turns turns(EngineKey engine) {
        return program(engine).turns();
    }

    @Override
    public Closeable subscribe(Consumer<Optional<SessionId>> news) {
        return () -> {};
    }
}
