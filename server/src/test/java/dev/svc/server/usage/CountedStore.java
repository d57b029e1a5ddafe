package dev.svc.server.usage;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/// A store of Claude Code with one session, and what it used.
public final class CountedStore {
    public static final String ID = "6a47f322-831d-4e37-b3ce-392a5b436ceb";

    private final Path folder;
    private final Path log;
    private int answers;

    public CountedStore(Path folder) throws IOException {
        this.folder = folder;
        this.log = folder.resolve("home/.claude/projects/-home-alex/" + ID + ".jsonl");
        Files.createDirectories(log.resolveSibling(""));
        add("{\"type\":\"user\",\"uuid\":\"u\",\"sessionId\":\"" + ID + "\",\"cwd\":\"/home/alex\","
                + "\"timestamp\":\"2026-11-21T10:00:00.000Z\","
                + "\"message\":{\"role\":\"user\",\"content\":\"Fix \\u001b[31mit\"}}");
    }

    private void add(String line) throws IOException {
        Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// An answer of a model.
    public CountedStore answer(String model, long input, long output) throws IOException {
        answers++;
        add(("{\"type\":\"assistant\",\"uuid\":\"a-%d\",\"sessionId\":\"%s\",\"cwd\":\"/home/alex\","
                        + "\"timestamp\":\"2026-11-21T10:%02d:00.000Z\",\"message\":{\"id\":\"msg_%d\","
                        + "\"role\":\"assistant\",\"model\":\"%s\",\"content\":[{\"type\":\"text\","
                        + "\"text\":\"Done.\"}],\"usage\":{\"input_tokens\":%d,\"output_tokens\":%d}}}")
                .formatted(answers, ID, answers % 60, answers, model, input, output));
        return this;
    }

    public Engines engines() {
        var settings = new EngineSettings(folder.resolve("home"), List.of(), null, null, Map.of());
        return new Engines(List.of(new ClaudeCodeProvider(settings)));
    }

    public Catalog catalog() {
        var cache = new Cache(folder.resolve("cache"), "test");
        return new Catalog(engines(), () -> Organisation.EMPTY, List::of, Catalog.Settings.of(cache));
    }

    /// Does something with all of it counted.
    @FunctionalInterface
    public interface Work {
        void with(Usage usage) throws IOException;
    }

    /// Counts all of it, and hands it over.
    ///
    /// @param place where the service would keep it
    public void counted(Path place, Work work) throws IOException {
        try (var catalog = catalog()) {
            catalog.start();
            try (var usage = TestUsage.over(place, catalog, List::of)) {
                usage.start();
                Waiting.until(() -> "everything counted", usage::isComplete);
                work.with(usage);
            }
        }
    }
}
