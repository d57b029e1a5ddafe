package dev.svc.server.engine;

import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What a program's logs say that a session used.
///
/// @param breaths how often others were let through
public record ToldUsage(String mark, List<UsageRecord> records, List<LimitNote> limits, int unreadable, int breaths) {

    public static ToldUsage of(EngineProvider program, String nativeId, String mark) throws IOException {
        var sink = new Sink();
        var next = program.usage().orElseThrow().read(nativeId, mark, sink);
        return new ToldUsage(next, sink.records, sink.limits, sink.unreadable, sink.breaths);
    }

    private static final class Sink implements UsageSink {
        private final List<UsageRecord> records = new ArrayList<>();
        private final List<LimitNote> limits = new ArrayList<>();
        private int unreadable;
        private int breaths;

        @Override
        public void used(UsageRecord record) {
            records.add(record);
        }

        @Override
        public void limit(LimitNote note) {
            limits.add(note);
        }

        @Override
        public void unreadable() {
            unreadable++;
        }

        @Override
        public void breathe() {
            breaths++;
        }
    }
}
