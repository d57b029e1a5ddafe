package dev.svc.server.engine;

import dev.svc.server.engine.gemini.GeminiProvider;
import dev.svc.server.engine.opencode.OpencodeProvider;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes the time that walking, glancing at and reading a store take on one thread, on the wall and of the processor:
/// `StoreTimes opencode|gemini PATH [ROUNDS]`. For measuring by hand, see docs/performance.md.
public final class StoreTimes {
    private final EngineStore store;
    private final StringBuilder line = new StringBuilder();

    private StoreTimes(EngineStore store) {
        this.store = store;
    }

    public static void main(String[] arguments) throws IOException {
        var engine = EngineKey.find(arguments[0]).orElseThrow();
        var settings = new EngineSettings(Path.of("/nowhere"), List.of(), null, Path.of(arguments[1]), Map.of());
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
        for (int round = 0; round < rounds; round++) {
            System.out.println(new StoreTimes(provider(engine, settings).store()).round());
        }
    }

    private static EngineProvider provider(EngineKey engine, EngineSettings settings) {
        return switch (engine) {
            case OPENCODE -> new OpencodeProvider(settings);
            case GEMINI -> new GeminiProvider(settings, Path.of("/nowhere"), Set::of);
            default -> throw new IllegalArgumentException("no times for " + engine);
        };
    }

    @FunctionalInterface
    private interface Step<T> {
        T take() throws IOException;
    }

    private String round() throws IOException {
        var pieces = timed("walk", this::walk);
        timed("glance", () -> all(pieces, null, true));
        var read = timed("read", () -> all(pieces, null, false));
        timed("read again", () -> all(pieces, read, false));
        var rows = timed("combine", () -> store.combine(read));
        return pieces.size() + " pieces, " + rows.size() + " sessions" + line;
    }

    private <T> T timed(String name, Step<T> step) throws IOException {
        long wall = System.nanoTime();
        long processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        T result = step.take();
        long took = System.nanoTime() - wall;
        long worked = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processor;
        line.append(", %s %d ms (%d)".formatted(name, took / 1_000_000, worked / 1_000_000));
        return result;
    }

    private List<Piece> walk() throws IOException {
        var pieces = new ArrayList<Piece>();
        store.walk(pieces::add);
        return pieces;
    }

    private List<Reading> all(List<Piece> pieces, @Nullable List<Reading> before, boolean glance) throws IOException {
        var readings = new ArrayList<Reading>();
        for (int i = 0; i < pieces.size(); i++) {
            var piece = pieces.get(i);
            readings.add(glance ? store.glance(piece) : store.read(piece, before == null ? null : before.get(i)));
        }
        return readings;
    }
}
