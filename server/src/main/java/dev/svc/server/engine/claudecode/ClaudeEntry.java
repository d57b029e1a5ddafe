package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parts of a transcript record that a conversation needs, as they lie in its line. Valid while its line is.
final class ClaudeEntry {
    private static final int NOTE = 4 << 10;
    private static final int ID = 64;

    String kind = "";
    String subtype = "";
    String timestamp = "";
    String content = "";
    String uuid = "";
    String parent = "";
    String version = "";
    boolean compactSummary;
    boolean sidechain;
    boolean injected;
    boolean apiError;

    private final List<ClaudeBlock> blocks = new ArrayList<>();
    private String messageId = "";
    private String model = "";
    private @Nullable JsonView message;

    @Nullable
    JsonView result;

    private ClaudeEntry() {}

    /// Empty kind when the line is not a complete JSON object.
    static ClaudeEntry of(JsonLine line) {
        var entry = new ClaudeEntry();
        if (!line.view().members(entry::take)) {
            entry.kind = "";
        } else if (entry.message != null && entry.isSpoken()) {
            entry.message.members(entry::takeMessage);
        }
        return entry;
    }

    private boolean isSpoken() {
        return kind.equals("user") || kind.equals("assistant");
    }

    private void take(String key, JsonView value) {
        switch (key) {
            case "type" -> kind = value.text();
            case "subtype" -> subtype = value.text();
            case "timestamp" -> timestamp = value.text();
            case "content" -> content = value.text(NOTE);
            case "uuid" -> uuid = value.text(ID);
            case "parentUuid" -> parent = value.text(ID);
            case "version" -> version = value.text(ID);
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
    List<ClaudeBlock> blocks() {
        return blocks;
    }

    private void takeMessage(String key, JsonView value) {
        switch (key) {
            case "id" -> messageId = value.text();
            case "model" -> model = value.text();
            case "content" -> takeContent(value);
            default -> {}
        }
    }

    private void takeContent(JsonView inside) {
        blocks.clear();
        if (inside.isString()) {
            blocks.add(ClaudeBlock.of(inside));
        } else {
            inside.elements(block -> blocks.add(ClaudeBlock.of(block)));
        }
    }

    String messageId() {
        return messageId;
    }

    boolean isSynthetic() {
        return model.equals("<synthetic>");
    }

    /// What a person said or did with it.
    ClaudeMessage.Said said(int enough) {
        var said = new ClaudeMessage(enough);
        if (message != null && !injected && !compactSummary && !hasResult()) {
            message.members(ClaudeMessage.MEMBERS, said);
        }
        return said.said();
    }

    private boolean hasResult() {
        return blocks.stream().anyMatch(block -> block.kind() == ClaudeBlock.Kind.RESULT);
    }

    /// How the text begins, regardless of its author.
    String opening(int characters) {
        return blocks.isEmpty() ? "" : blocks.getFirst().text(characters);
    }
}
