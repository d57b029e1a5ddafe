package dev.svc.server.engine.qwen;

import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.Timestamp;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What the last lines of a chat say, looked at newest first and only until all is known. Owned by one glance.
final class QwenTail implements JsonEdges.Tail {
    /// The program writes the title again now and then, so that it is near the end.
    private static final byte[] TITLE = "custom_title".getBytes(StandardCharsets.US_ASCII);

    private static final int RECORDS = 12;

    private long updated;
    private int looks;
    private @Nullable String title;
    private @Nullable String branch;
    private @Nullable String model;

    /// Looks at one line; false once there is nothing left to learn.
    @Override
    public boolean line(JsonLine line) {
        if (isWorthALook() || (title == null && line.contains(TITLE))) {
            looks++;
            QwenRecord.of(line).ifPresent(this::record);
        }
        return title == null || isWorthALook();
    }

    @Override
    public boolean isContent() {
        return !isWorthALook();
    }

    private boolean isWorthALook() {
        return looks < RECORDS && (updated == 0 || model == null || branch == null);
    }

    private void record(QwenRecord record) {
        if (!record.isKnown()) {
            return;
        }
        updated = updated == 0 ? Timestamp.millisOrZero(record.timestamp) : updated;
        title = title == null ? QwenTally.title(record, null) : title;
        branch = branch == null && !record.branch.isBlank() ? record.branch : branch;
        boolean isAnswer = record.isAnswer() && !record.isAgents && !record.model.isBlank();
        model = model == null && isAnswer ? record.model : model;
    }

    long updated() {
        return updated;
    }

    @Nullable
    String title() {
        return title;
    }

    @Nullable
    String branch() {
        return branch;
    }

    @Nullable
    String model() {
        return model;
    }
}
