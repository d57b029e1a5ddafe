package dev.svc.server.engine.qwen;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.AgentNotes;
import dev.svc.server.engine.turn.LogFiles;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The turns of a chat: a record is a whole message, with what was thought and the calls in it, and a result joins its
/// call. What was rewound stays, with a note where the program goes on: it was said, and a search has to find it.
final class QwenTurns implements TurnScript {
    private static final int GLIMPSE = 700;

    private final QwenHome home;
    private final boolean ofAgent;

    QwenTurns(QwenHome home) {
        this(home, false);
    }

    /// @param ofAgent whether the logs are those of sub-agents
    private QwenTurns(QwenHome home, boolean ofAgent) {
        this.home = home;
        this.ofAgent = ofAgent;
    }

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        var found = QwenRecord.of(line);
        if (found.isEmpty() || (found.get().isAgents && !ofAgent)) {
            return;
        }
        var record = found.get();
        if (record.isAnswer()) {
            scanAnswer(record, scan);
        } else if (record.isResult()) {
            scanResult(record, scan);
        } else if (!record.typed(GLIMPSE).isBlank()) {
            scan.begin(0);
        } else {
            QwenNote.of(record).scan(record, scan);
        }
    }

    /// All that one message says is one turn, as it is one message in the list.
    private static void scanAnswer(QwenRecord record, TurnScan scan) {
        int said = -1;
        int at = 0;
        for (var part : record.parts()) {
            if (part.isCall()) {
                scan.call(part.id(), scan.beginAfterThought(record.uuid, at));
            } else if (!part.said(GLIMPSE).isBlank()) {
                if (said < 0) {
                    said = scan.beginAfterThought(record.uuid, at);
                } else {
                    scan.add(said, at);
                }
            } else if (!part.thought(GLIMPSE).isBlank()) {
                scan.think(record.uuid, at);
            }
            at++;
        }
        scan.closeThought();
    }

    private static void scanResult(QwenRecord record, TurnScan scan) {
        int at = 0;
        for (var part : record.parts()) {
            if (part.isResponse()) {
                scan.answer(part.id(), at, true);
            }
            at++;
        }
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        QwenRecord.of(line).ifPresent(record -> tell(record, part, turn));
    }

    private static void tell(QwenRecord record, int at, TurnMaker turn) {
        turn.at(record.timestamp);
        if (record.isAnswer() || record.isResult()) {
            if (at < record.parts().size()) {
                tellPart(record, record.parts().get(at), turn);
            }
            return;
        }
        var typed = record.typed(TurnMaker.MAX_TEXT);
        if (typed.isBlank()) {
            QwenNote.of(record).tell(record, turn);
        } else {
            turn.role(Turn.Role.USER).say(typed);
        }
    }

    private static void tellPart(QwenRecord record, QwenPart part, TurnMaker turn) {
        if (record.isResult()) {
            tellResult(record.result, part, turn);
        } else if (part.isCall()) {
            tellCall(part, turn);
        } else {
            turn.role(Turn.Role.ASSISTANT).say(part.said(TurnMaker.MAX_TEXT)).think(part.thought(TurnMaker.MAX_TEXT));
        }
    }

    private static void tellCall(QwenPart part, TurnMaker turn) {
        var input = part.arguments();
        turn.tool(part.tool(ToolSummary.SHORT), input).call(part.id());
        var after = input.member("new_string");
        if (after.isString()) {
            turn.change(ToolSummary.change(
                    input.member("old_string").text(ToolSummary.DIFF), after.text(ToolSummary.DIFF)));
        }
    }

    /// What a command wrote stands alone in what the program displays, and among much else in what the model was given.
    private static void tellResult(JsonView result, QwenPart part, TurnMaker turn) {
        var display = result.member("resultDisplay");
        var output = display.member("output");
        var told = output.isString() ? output : part.answer();
        turn.result(told.text(turn.toolOutput()), succeeded(result, part)).lines(told.lines());
        long exit = display.member("exitCode").number(Long.MIN_VALUE);
        if (exit != Long.MIN_VALUE) {
            turn.exited(exit);
        }
        var diff = display.member("fileDiff").text(ToolSummary.DIFF + 1);
        if (!diff.isEmpty()) {
            turn.change(ToolSummary.diff(diff));
        }
    }

    private static @Nullable Boolean succeeded(JsonView result, QwenPart part) {
        return switch (result.member("status").text()) {
            case "success" -> true;
            case "error", "cancelled" -> false;
            default -> part.isFailure() ? false : null;
        };
    }

    @Override
    public void tellDeeds(JsonLine line, int part, CallDeeds call) {
        if (call.isIdle() && !QwenDeeds.edits(call.tool())) {
            call.done(); // nearly all results are long, and of calls that only read
            return;
        }
        QwenRecord.of(line).filter(record -> part < record.parts().size()).ifPresent(record -> {
            QwenDeeds.tell(record, record.parts().get(part), call);
        });
    }

    @Override
    public Optional<AgentLog> started(String nativeId, StartedCall call) throws IOException {
        if (!starts(call.tool())) {
            return Optional.empty();
        }
        var chat = home.chat(nativeId);
        if (chat.isEmpty()) {
            return Optional.empty();
        }
        var agents = QwenHome.agents(QwenHome.project(chat.get().path()), nativeId);
        var side = new StoreTree(home.projects().realPlace().resolve(agents));
        var name = new AgentNotes(side).startedBy(call.call());
        return name.isEmpty()
                ? Optional.empty()
                : home.projects()
                        .find(agents.resolve(Path.of(QwenHome.fileName(name))))
                        .map(this::log);
    }

    private AgentLog log(FileStamp stamp) {
        return new AgentLog(stamp.path(), LogFiles.PLAIN, new QwenTurns(home, true));
    }

    private static boolean starts(String tool) {
        return tool.equals("agent") || tool.equals("task");
    }
}
