package dev.svc.server.engine.shell;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.session.Turn;

/// The scrollback as turns: the command, if there was one, and each stretch of what was printed.
final class ShellTurns implements TurnScript {
    private static final int LONGEST_TYPE = 40;
    private static final int GLIMPSE = 10;

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        var entry = line.view();
        boolean shows = switch (type(entry)) {
            case ShellBook.BEGUN -> !entry.member("command").text(GLIMPSE).isBlank();
            case ShellBook.PRINTED, ShellBook.MISSED, ShellBook.FULL -> true;
            default -> false;
        };
        if (shows) {
            scan.begin(0);
        }
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        var entry = line.view();
        turn.at(entry.member("at").text());
        switch (type(entry)) {
            case ShellBook.BEGUN ->
                turn.role(Turn.Role.USER).say(entry.member("command").text(TurnMaker.MAX_TEXT));
            case ShellBook.PRINTED ->
                turn.role(Turn.Role.ASSISTANT).say(fenced(entry.member("text").text(TurnMaker.MAX_TEXT)));
            case ShellBook.MISSED ->
                turn.say(
                        "Some output may be missing here: svc was not running, or more was printed than it could keep.");
            case ShellBook.FULL ->
                turn.say("What was printed from here on is not written down: this terminal has said too much.");
            default -> {}
        }
    }

    private static String type(JsonView entry) {
        return entry.member("type").text(LONGEST_TYPE);
    }

    /// As code, which is shown as it stands; the fence is longer than any in the text.
    private static String fenced(String text) {
        int longest = 2;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        var fence = "`".repeat(longest + 1);
        return fence + "\n" + text + "\n" + fence;
    }
}
