package dev.svc.server.engine.claudecode;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.Timestamp;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the last lines of a transcript say, looked at newest first and only until all is known. Owned by one glance.
final class ClaudeTail implements JsonEdges.Tail {
    private static final byte[] TYPE_FIRST = "{\"type\":\"".getBytes(US_ASCII);
    private static final byte[] TIMESTAMP = "\"timestamp\":\"".getBytes(US_ASCII);
    private static final int REACH = 300;
    private static final int RECORDS = 12;

    private final List<Reading.Hint> hints = new ArrayList<>();
    private long updated;
    private int looks;
    private boolean named;
    private boolean branchKnown;
    private @Nullable String title;
    private @Nullable String model;
    private @Nullable String branch;
    private String leaf = "";

    /// Looks at one line; false once there is nothing left to learn.
    @Override
    public boolean line(JsonLine line) {
        var kind = line.startsWith(TYPE_FIRST) ? line.quotedAfter(TYPE_FIRST, REACH) : "";
        if (ClaudeKinds.isTitle(kind)) {
            ClaudeRecord.of(line).ifPresent(this::title);
        } else if (ClaudeKinds.isMachinery(kind)) {
            if (updated == 0 && !kind.startsWith("file-history-")) {
                happened(line.quotedAfter(TIMESTAMP, REACH));
            }
        } else if (isWorthALook()) {
            looks++;
            ClaudeRecord.speechless(line).ifPresent(this::record);
        }
        return !named || isWorthALook();
    }

    @Override
    public boolean isContent() {
        return !isWorthALook();
    }

    private boolean isWorthALook() {
        return looks < RECORDS && (updated == 0 || model == null || !branchKnown || leaf.isEmpty());
    }

    private void title(ClaudeRecord record) {
        var text = Excerpt.title(record.title);
        if (text == null) {
            return;
        }
        switch (record.kind) {
            case ClaudeKinds.CUSTOM_TITLE -> {
                title = named ? title : text;
                named = true;
            }
            case ClaudeKinds.AI_TITLE -> title = title == null ? text : title;
            default -> hints.add(new Reading.Hint(record.leaf, ClaudeKinds.SUMMARY, text));
        }
    }

    private void record(ClaudeRecord record) {
        if (updated == 0) {
            happened(record.timestamp);
        }
        if (record.branch != null && !branchKnown) {
            branchKnown = true;
            branch = record.branch.isEmpty() || record.branch.equals("HEAD") ? null : record.branch;
        }
        model = model == null && !record.model().isEmpty() ? record.model() : model;
        leaf = leaf.isEmpty() && record.isSpoken() ? record.uuid : leaf;
    }

    private void happened(String timestamp) {
        try {
            updated = timestamp.isEmpty() ? 0 : Timestamp.millis(timestamp);
        } catch (DateTimeException damaged) {
            updated = 0;
        }
    }

    long updated() {
        return updated;
    }

    @Nullable
    String title() {
        return title;
    }

    boolean isNamed() {
        return named;
    }

    @Nullable
    String model() {
        return model;
    }

    boolean knowsBranch() {
        return branchKnown;
    }

    @Nullable
    String branch() {
        return branch;
    }

    String leaf() {
        return leaf;
    }

    List<Reading.Hint> hints() {
        return hints.reversed();
    }
}
