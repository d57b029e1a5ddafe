package dev.svc.server.engine.pi;

import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.Timestamp;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What the last lines of a session's file say, looked at newest first and only until all is known. Owned by
/// one glance.
final class PiTail implements JsonEdges.Tail {
    private static final byte[] TITLE = PiKinds.TITLE.getBytes(StandardCharsets.US_ASCII);
    private static final int LINES = 40;

    private long updated;
    private int looks;
    private boolean named;
    private @Nullable String title;
    private @Nullable String model;

    /// Looks at one line; false once there is nothing left to learn. A name may have been given long ago:
    /// lines are passed over for it without being taken apart, which costs a tenth.
    @Override
    public boolean line(JsonLine line) {
        if (isWorthALook() || line.contains(TITLE)) {
            looks++;
            PiEntry.of(line).ifPresent(this::entry);
        }
        return !named || isWorthALook();
    }

    private boolean isWorthALook() {
        return looks < LINES && !isContent();
    }

    private void entry(PiEntry entry) {
        updated = updated == 0 ? Timestamp.millisOrZero(entry.timestamp) : updated;
        if (entry.kind.equals(PiKinds.TITLE) && !named) {
            named = true;
            title = Excerpt.title(entry.name);
        }
        if (model == null && (entry.kind.equals(PiKinds.MODEL) || entry.isMessageOf("assistant"))) {
            model = Excerpt.title(entry.model);
        }
    }

    @Override
    public boolean isContent() {
        return updated > 0 && model != null;
    }

    long updated() {
        return updated;
    }

    boolean isNamed() {
        return named;
    }

    @Nullable
    String title() {
        return title;
    }

    @Nullable
    String model() {
        return model;
    }
}
