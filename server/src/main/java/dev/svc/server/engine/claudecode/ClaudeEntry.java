package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.JsonLine;
import dev.svc.server.engine.JsonView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One record of a transcript as it lies in its line, as far as a conversation needs it. Valid while its line is.
final class ClaudeEntry {
    private static final int NOTE = 4 << 10;

    String kind = "";
    String subtype = "";
    String timestamp = "";
    String content = "";
    boolean compactSummary;
    boolean sidechain;
    boolean injected;
    boolean apiError;

    @Nullable
    JsonView message;

    @Nullable
    JsonView result;

    private ClaudeEntry() {}

    /// Empty kind when the line is no whole JSON object.
    static ClaudeEntry of(JsonLine line) {
        var entry = new ClaudeEntry();
        if (!line.view().members(entry::take)) {
            entry.kind = "";
        }
        return entry;
    }

    private void take(String key, JsonView value) {
        switch (key) {
            case "type" -> kind = value.text();
            case "subtype" -> subtype = value.text();
            case "timestamp" -> timestamp = value.text();
            case "content" -> content = value.text(NOTE);
            case "isSidechain" -> sidechain = value.isTrue();
            case "isCompactSummary" -> compactSummary = value.isTrue();
            case "isMeta", "isVisibleInTranscriptOnly" -> injected |= value.isTrue();
            case "isApiErrorMessage" -> apiError = value.isTrue();
            case "origin" -> injected |= value.isObject() && !isHuman(value);
            case "promptSource" -> injected |= value.text().equals("system");
            case "message" -> message = value;
            case "toolUseResult" -> result = value;
            default -> {}
        }
    }

    private static boolean isHuman(JsonView origin) {
        var kindOf = origin.member("kind");
        return kindOf.length() == 0 || kindOf.text().equals("human");
    }

    /// The message's blocks in their order; one that is the whole content where it is a text.
    List<JsonView> blocks() {
        var blocks = new ArrayList<JsonView>();
        if (message != null) {
            var inside = message.member("content");
            if (inside.isString()) {
                blocks.add(inside);
            } else {
                inside.elements(blocks::add);
            }
        }
        return blocks;
    }

    String messageId() {
        return message == null ? "" : message.member("id").text();
    }

    boolean isSynthetic() {
        return message != null && message.member("model").text().equals("<synthetic>");
    }

    /// What a person said or did with it.
    ClaudeMessage.Said said(int enough) {
        var said = new ClaudeMessage(enough);
        if (message != null && !injected && !compactSummary) {
            message.members(said::take);
        }
        return said.said();
    }

    /// How the text begins, whoever it is from.
    String opening(int characters) {
        var blocks = blocks();
        if (blocks.isEmpty()) {
            return "";
        }
        var first = blocks.getFirst();
        return first.isString() ? first.text(characters) : first.member("text").text(characters);
    }
}
