package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What was said in a conversation, gathered from its transcript or else from its database. Owned by one reading.
final class AgyTalk {
    private static final String REQUEST = "<USER_REQUEST>";
    private static final String REQUEST_END = "</USER_REQUEST>";

    /// Wrapped around what a person typed by the program itself.
    private static final String[] INJECTED = {"ADDITIONAL_METADATA", "USER_SETTINGS_CHANGE"};

    final SkippedRecords skipped;
    int prompts;
    int answers;

    @Nullable
    String firstMessage;

    @Nullable
    Instant startedAt;

    AgyTalk(SkippedRecords skipped) {
        this.skipped = skipped;
    }

    void typed(String content) {
        prompts++;
        if (firstMessage == null) {
            firstMessage = Excerpt.message(request(content));
        }
    }

    void answered(String content) {
        if (!content.isBlank()) {
            answers++;
        }
    }

    void at(@Nullable Instant time) {
        if (startedAt == null) {
            startedAt = time;
        }
    }

    /// What the person typed of what the program recorded.
    static String request(String content) {
        int start = content.indexOf(REQUEST);
        if (start < 0) {
            return withoutInjected(content);
        }
        int end = content.indexOf(REQUEST_END, start);
        return content.substring(start + REQUEST.length(), end < 0 ? content.length() : end);
    }

    private static String withoutInjected(String content) {
        String rest = content;
        for (String name : INJECTED) {
            int start = rest.indexOf("<" + name + ">");
            if (start >= 0) {
                int end = rest.indexOf("</" + name + ">", start);
                rest = rest.substring(0, start) + (end < 0 ? "" : rest.substring(end + name.length() + 3));
            }
        }
        return rest;
    }
}
