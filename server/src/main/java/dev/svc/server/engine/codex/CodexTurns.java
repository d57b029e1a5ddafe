package dev.svc.server.engine.codex;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.turn.LogFiles;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.Optional;

/// The turns of a rollout: messages are in events, calls in the items sent to the model.
final class CodexTurns implements TurnScript {
    private static final int GLIMPSE = 700;

    /// How much of a summary is shown.
    private static final int MUCH = 4 << 10;

    private static final String STYLE = "style";
    private static final String PAGINATED = "paginated";

    private final CodexAncestors rollouts;
    private final LogFiles files;

    CodexTurns(CodexAncestors rollouts, LogFiles files) {
        this.rollouts = rollouts;
        this.files = files;
    }

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        var entry = CodexEntry.of(line);
        switch (entry.kind) {
            case "session_meta" -> style(line, entry, scan);
            case "compacted" -> scan.begin(0);
            case "response_item" -> scanItem(entry, scan);
            case "event_msg" -> scanEvent(entry, scan);
            default -> {}
        }
    }

    /// A rollout has one of two styles, for life; its first line says which.
    private static void style(JsonLine line, CodexEntry entry, TurnScan scan) {
        if (line.start() == 0) {
            scan.open(STYLE, entry.text("history_mode"), 0);
        }
    }

    private static void scanItem(CodexEntry entry, TurnScan scan) {
        if (entry.isCall()) {
            scan.call(entry.callId, scan.beginAfterThought("", 0));
        } else if (entry.isCallOutput()) {
            scan.answer(entry.callId, 0, true);
        }
    }

    private static void scanEvent(CodexEntry entry, TurnScan scan) {
        boolean paginated = scan.find(STYLE, PAGINATED) >= 0;
        var speech = entry.speech(GLIMPSE);
        if (speech.isTyped(paginated)) {
            scan.closeThought();
            scan.begin(0);
        } else if (speech.isAnswer(paginated)) {
            scan.beginAfterThought("", 0);
        } else if (isThought(entry, paginated)) {
            scan.think("", 0);
        } else if (entry.type.equals("turn_aborted") || !entry.error().isEmpty()) {
            scan.begin(0);
        } else if (entry.item != null && entry.type.equals("item_completed")) {
            scan.answer(entry.item.member("id").text(), 0, false);
        } else if (entry.type.equals(CodexDeeds.APPLIED)) {
            scan.answer(entry.callId, 0, false);
        }
    }

    private static boolean isThought(CodexEntry entry, boolean paginated) {
        return paginated
                ? entry.itemType().equals("Reasoning")
                        && entry.item != null
                        && !CodexCall.thought(entry.item).isBlank()
                : entry.type.equals("agent_reasoning") && !entry.text("text").isBlank();
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        var entry = CodexEntry.of(line);
        turn.at(entry.timestamp);
        switch (entry.kind) {
            case "compacted" -> turn.mark(Turn.Mark.COMPACTED).say(Excerpt.cut(entry.text("message"), MUCH));
            case "response_item" -> {
                if (entry.payload != null) {
                    CodexCall.tell(entry, entry.payload, turn);
                }
            }
            case "event_msg" -> tellEvent(entry, turn);
            default -> {}
        }
    }

    private static void tellEvent(CodexEntry entry, TurnMaker turn) {
        boolean paginated = entry.item != null;
        var speech = entry.speech(TurnMaker.MAX_TEXT);
        if (speech.isTyped(paginated)) {
            turn.role(Turn.Role.USER).say(speech.words(paginated));
        } else if (speech.isAnswer(paginated)) {
            turn.role(Turn.Role.ASSISTANT).say(speech.words(paginated));
        } else if (entry.type.equals("agent_reasoning")) {
            turn.role(Turn.Role.ASSISTANT).think(entry.text("text"));
        } else if (entry.type.equals("turn_aborted")) {
            turn.mark(Turn.Mark.INTERRUPTED).say("The turn was interrupted.");
        } else if (!entry.error().isEmpty()) {
            turn.mark(Turn.Mark.ERROR).say(entry.error());
        } else if (entry.item != null && entry.itemType().equals("Reasoning")) {
            turn.role(Turn.Role.ASSISTANT).think(CodexCall.thought(entry.item));
        } else if (entry.item != null) {
            CodexCall.tellDone(entry.item, turn);
        }
    }

    @Override
    public void tellDeeds(JsonLine line, int part, CallDeeds call) {
        CodexDeeds.tell(CodexEntry.of(line), call);
    }

    @Override
    public Optional<AgentLog> started(String nativeId, StartedCall call) throws IOException {
        return call.tool().equals("spawn_agent")
                        && CodexHome.ID.matcher(call.agent()).matches()
                ? rollouts.find(call.agent()).map(log -> new AgentLog(log, files, this))
                : Optional.empty();
    }
}
