package dev.svc.server.engine.codex;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.engine.usage.UsageKey;
import dev.svc.server.engine.usage.UsageLines;
import dev.svc.server.engine.usage.UsageNumbers;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What the turns of a rollout used. Its sums are those of the whole thread and only grow, so that a call is the
/// difference of two of them. A fork starts with the sum of its parent; one of older versions repeats the parent's
/// records, which are known by their sums.
final class CodexUsage implements UsageLines {
    private static final byte[] PAYLOAD = bytes("\"payload\":{\"type\":\"");
    private static final byte[] TYPE = bytes("\"type\":\"");

    /// Where what a record is has been said.
    private static final int REACH = 300;

    private static final int LONGEST_NAME = 200;
    private static final double MOST_PERCENT = 100;
    private static final int MOST_MINUTES = 10 * 366 * 24 * 60;
    private static final String NONE = "-";

    private final CodexAncestors ancestors;

    /// Whose records these are, or are copies of.
    private String origin;

    private String model = "";
    private @Nullable CodexTotals before;

    /// Whether the first sum may hold what another session used.
    private boolean isForked;

    /// @param state origin, whether it is a fork, the last sum, and the model
    CodexUsage(CodexAncestors ancestors, String nativeId, String state) {
        this.ancestors = ancestors;
        this.origin = nativeId;
        var parts = state.split(" ", 4);
        if (parts.length == 4) {
            origin = parts[0];
            isForked = parts[1].equals("fork");
            before = CodexTotals.parse(parts[2]).orElse(null);
            model = parts[3];
        }
    }

    @Override
    public String state() {
        return origin + " " + (isForked ? "fork" : NONE) + " " + (before == null ? NONE : before) + " " + model;
    }

    @Override
    public void line(JsonLine line, UsageSink sink) throws IOException {
        if (line.start() == 0) {
            meta(line);
        } else if (line.quotedAfter(PAYLOAD, REACH).equals("token_count")) {
            count(line, sink);
        } else if (line.quotedAfter(TYPE, REACH).equals("turn_context")) {
            model = line.view().member("payload").member("model").text(LONGEST_NAME);
        }
    }

    private void meta(JsonLine line) throws IOException {
        var meta = CodexMeta.of(line.view().member("payload"));
        isForked = !meta.forkedFrom.isEmpty() || meta.base() != null;
        if (isForked && CodexHome.ID.matcher(meta.id).matches()) {
            origin = ancestors.origin(meta);
        }
    }

    private void count(JsonLine line, UsageSink sink) {
        var view = line.view();
        if (!view.isWhole()) {
            sink.unreadable();
            return;
        }
        long at = Timestamp.millisOrZero(view.member("timestamp").text(40));
        var payload = view.member("payload");
        limits(payload.member("rate_limits"), at, sink);
        var info = payload.member("info");
        if (info.isObject()) {
            take(CodexTotals.of(info.member("total_token_usage")), info.member("last_token_usage"), at, sink);
        }
    }

    private void take(CodexTotals total, JsonView lastUsage, long at, UsageSink sink) {
        if (!total.isPlausible()) {
            sink.unreadable();
            return;
        }
        if (total.equals(before)) {
            return;
        }
        var counts = used(total, CodexTotals.of(lastUsage)).counts();
        before = total;
        if (!counts.isPlausible()) {
            sink.unreadable();
        } else if (!counts.isNothing()) {
            sink.used(new UsageRecord(UsageKey.of("codex", origin, total), at, model, counts, 0));
        }
    }

    /// What was added to the sum. Where there is none before it, or it began again, the last call is all that is known;
    /// a thread that is no fork begins with nothing.
    private CodexTotals used(CodexTotals total, CodexTotals last) {
        var former = before == null && !isForked ? CodexTotals.NONE : before;
        if (former != null && total.follows(former)) {
            return total.since(former);
        }
        return last.isPlausible() && !last.equals(CodexTotals.NONE) && total.follows(last) ? last : total;
    }

    private static void limits(JsonView limits, long at, UsageSink sink) {
        if (limits.isObject() && at > 0) {
            limits.members((name, value) -> {
                if (value.isObject() && (name.equals("primary") || name.equals("secondary"))) {
                    limit(name, value, at, sink);
                }
            });
        }
    }

    private static void limit(String name, JsonView limit, long at, UsageSink sink) {
        var used = limit.member("used_percent");
        if (used.length() > 0) {
            int minutes = Math.clamp(limit.member("window_minutes").number(0), 0, MOST_MINUTES);
            sink.limit(new LimitNote(
                    name,
                    UsageNumbers.decimal(used, MOST_PERCENT),
                    minutes,
                    resetsAt(limit, at),
                    Instant.ofEpochMilli(at)));
        }
    }

    /// Newer versions say when, older ones in how many seconds.
    private static @Nullable Instant resetsAt(JsonView limit, long at) {
        long seconds = limit.member("resets_at").number(0);
        long in = limit.member("resets_in_seconds").number(-1);
        try {
            if (seconds > 0) {
                return Instant.ofEpochSecond(Math.min(seconds, Integer.MAX_VALUE * 2L));
            }
            return in < 0 ? null : Instant.ofEpochMilli(at).plusSeconds(Math.min(in, Integer.MAX_VALUE));
        } catch (DateTimeException beyond) {
            return null;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
