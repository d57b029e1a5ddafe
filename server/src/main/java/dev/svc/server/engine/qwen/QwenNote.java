package dev.svc.server.engine.qwen;

import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.session.Turn;

/// What the program notes between what people and the model say: commands, compression, errors, what was taken back.
/// Most of its notes are bookkeeping.
enum QwenNote {
    NONE,
    COMMAND,
    COMMAND_OUTPUT,
    COMPRESSION,
    REWIND,
    ERROR;

    /// Of the event that the program counts a failed call of a model by.
    private static final String API_ERROR = "qwen-code.api_error";

    /// In the name of a prompt of the conversation itself, and of no helper's.
    private static final String OF_CONVERSATION = "########";

    private static final String COMMANDS = "command";
    private static final String ERRORS = "error";
    private static final String SNAPSHOT = "<state_snapshot>";
    private static final String SNAPSHOT_END = "</state_snapshot>";

    /// How much of a note is shown.
    private static final int MUCH = 4 << 10;

    static QwenNote of(QwenRecord record) {
        if (!record.type.equals("system")) {
            return NONE;
        }
        return switch (record.subtype) {
            case "slash_command" -> command(record);
            case "chat_compression" -> COMPRESSION;
            case "rewind" -> REWIND;
            case "ui_telemetry" -> isError(record) ? ERROR : NONE;
            default -> NONE;
        };
    }

    private static QwenNote command(QwenRecord record) {
        if (raw(record).isBlank() || record.payload.member("hiddenInvocation").isTrue()) {
            return NONE;
        }
        return switch (record.payload.member("phase").text(MUCH)) {
            case "invocation" -> COMMAND;
            case "result" -> COMMAND_OUTPUT;
            default -> NONE;
        };
    }

    private static boolean isError(QwenRecord record) {
        var event = record.payload.member("uiEvent");
        return event.member("event.name").text(MUCH).equals(API_ERROR)
                && prompt(record).contains(OF_CONVERSATION);
    }

    private static String prompt(QwenRecord record) {
        return record.payload.member("uiEvent").member("prompt_id").text(MUCH);
    }

    private static String raw(QwenRecord record) {
        return record.payload.member("rawCommand").text(MUCH);
    }

    /// A call that is tried again fails again: each prompt has one turn that says so.
    void scan(QwenRecord record, TurnScan scan) {
        switch (this) {
            case NONE -> {}
            case COMMAND -> scan.open(COMMANDS, raw(record), scan.begin(0));
            case COMMAND_OUTPUT -> {
                int turn = scan.close(COMMANDS, raw(record));
                if (turn >= 0) {
                    scan.add(turn, 0);
                }
            }
            case COMPRESSION, REWIND -> scan.begin(0);
            case ERROR -> {
                if (scan.find(ERRORS, prompt(record)) < 0) {
                    scan.open(ERRORS, prompt(record), scan.begin(0));
                }
            }
        }
    }

    void tell(QwenRecord record, TurnMaker turn) {
        switch (this) {
            case NONE -> {}
            case COMMAND -> turn.role(Turn.Role.SYSTEM).say(raw(record));
            case COMMAND_OUTPUT ->
                record.payload
                        .member("outputHistoryItems")
                        .elements(item -> turn.say(item.member("text").text(MUCH)));
            case COMPRESSION ->
                turn.mark(Turn.Mark.COMPACTED).say("Conversation compressed").say(summary(record));
            case REWIND -> turn.say("Rewound: the program goes on from an earlier place of this conversation.");
            case ERROR -> {
                var said =
                        record.payload.member("uiEvent").member("error_message").text(MUCH);
                turn.mark(Turn.Mark.ERROR).say(said.isBlank() ? "The model could not be asked." : said);
            }
        }
    }

    /// What the model goes on from, without what it is told to do with it.
    private static String summary(QwenRecord record) {
        var words = new StringBuilder();
        record.payload
                .member("compressedHistory")
                .elements(message -> message.member("parts")
                        .elements(part -> words.append(
                                words.isEmpty() ? part.member("text").text(MUCH) : "")));
        int start = words.indexOf(SNAPSHOT);
        int end = words.indexOf(SNAPSHOT_END);
        var snapshot = start < 0
                ? words.toString()
                : words.substring(start + SNAPSHOT.length(), end < start ? words.length() : end);
        return Excerpt.cut(snapshot.strip(), MUCH);
    }
}
