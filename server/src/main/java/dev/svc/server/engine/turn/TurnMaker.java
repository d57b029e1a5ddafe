package dev.svc.server.engine.turn;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.session.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A turn while its lines are read, in their order. Owned by that reading.
public final class TurnMaker implements StartedCall {
    /// A longer text is cut, and says so.
    public static final int MAX_TEXT = 256 << 10;

    private final Detail detail;
    private final Limited text = new Limited(MAX_TEXT);
    private final Limited thinking = new Limited(MAX_TEXT);
    private Turn.Role role = Turn.Role.SYSTEM;
    private Turn.Mark mark = Turn.Mark.NONE;
    private String tool = "";
    private String call = "";
    private String agent = "";
    private String input = "";
    private String output = "";
    private String change = "";
    private String purpose = "";
    private Turn.Ending ending = Turn.Ending.UNTOLD;
    private boolean usesTool;
    private @Nullable Boolean ok;
    private @Nullable Instant at;
    private @Nullable CallDeeds deeds;

    /// In brief.
    public TurnMaker() {
        this(Detail.BRIEF);
    }

    public TurnMaker(Detail detail) {
        this.detail = detail;
    }

    public TurnMaker role(Turn.Role is) {
        role = is;
        return this;
    }

    public TurnMaker mark(Turn.Mark is) {
        mark = is;
        return this;
    }

    /// Adds a block of text.
    public TurnMaker say(String words) {
        text.add(words);
        return this;
    }

    /// Goes on with the last block of text, as a stream of pieces does.
    public TurnMaker sayOn(String words) {
        text.on(words);
        return this;
    }

    public TurnMaker think(String words) {
        thinking.add(words);
        return this;
    }

    public TurnMaker thinkOn(String words) {
        thinking.on(words);
        return this;
    }

    public TurnMaker tool(String name, String inputSummary) {
        role = Turn.Role.TOOL;
        usesTool = true;
        tool = name;
        input = inputSummary;
        return this;
    }

    /// A call with what it was given, as the log has it.
    public TurnMaker tool(String name, JsonView asked) {
        var summary = ToolSummary.asked(asked);
        purpose = summary.purpose();
        return tool(name, summary.input());
    }

    /// How the command ended that the call ran.
    public TurnMaker exited(long code) {
        ending = new Turn.Ending(
                Math.clamp(code, Integer.MIN_VALUE, Integer.MAX_VALUE), ending.tookMs(), ending.lines());
        return this;
    }

    /// A time below zero is none.
    public TurnMaker took(long milliseconds) {
        var known = milliseconds < 0 ? ending.tookMs() : Long.valueOf(milliseconds);
        ending = new Turn.Ending(ending.exitCode(), known, ending.lines());
        return this;
    }

    /// How many lines the whole answer has. A number below zero is none: then it is not known.
    public TurnMaker lines(long count) {
        var known = count < 0 ? null : Integer.valueOf((int) Math.min(count, Integer.MAX_VALUE));
        ending = new Turn.Ending(ending.exitCode(), ending.tookMs(), known);
        return this;
    }

    /// How many characters of what a tool answered are of use.
    public int toolOutput() {
        return detail.toolOutput() + 1;
    }

    /// What came of the call.
    ///
    /// @param answer of the tool; cut where it is longer than is of use
    public TurnMaker result(String answer, @Nullable Boolean succeeded) {
        var told = ToolSummary.output(answer, detail);
        output = told.isEmpty() ? output : told;
        ok = succeeded == null ? ok : succeeded;
        return this;
    }

    /// The call's result is known from its first mention.
    public TurnMaker resultOf(TurnMaker same) {
        agent = agent.isEmpty() ? same.agent : agent;
        deeds = deeds == null || deeds.isOpen() ? same.deeds : deeds;
        change = change.isEmpty() ? same.change : change;
        ending = ending.equals(Turn.Ending.UNTOLD) ? same.ending : ending;
        return result(output.isEmpty() ? same.output : "", ok == null ? same.ok : null);
    }

    /// What a tool changes, as a diff: it says more than the answer that it worked.
    public TurnMaker change(String diff) {
        change = diff;
        return this;
    }

    /// The call's own id, and the id of the agent that worked on it.
    public TurnMaker call(String id) {
        call = id;
        return this;
    }

    public TurnMaker agent(String id) {
        agent = id;
        return this;
    }

    @Override
    public String call() {
        return call;
    }

    @Override
    public String agent() {
        return agent;
    }

    @Override
    public String tool() {
        return tool;
    }

    /// The first time counts: it says when the turn began.
    public TurnMaker at(String timestamp) {
        at = at == null ? Timestamp.find(timestamp).orElse(null) : at;
        return this;
    }

    public TurnMaker at(long milliseconds) {
        at = at == null && milliseconds > 0 ? Instant.ofEpochMilli(milliseconds) : at;
        return this;
    }

    /// The deeds of the call, for who asked for them; empty for others.
    public Optional<CallDeeds> deeds() {
        if (detail.deeds() && deeds == null) {
            deeds = new CallDeeds();
        }
        return Optional.ofNullable(deeds);
    }

    /// When it began, as far as that is known.
    public Optional<Instant> at() {
        return Optional.ofNullable(at);
    }

    /// Instead of a record that is too long to be read.
    public TurnMaker leftOut() {
        return say("A record of more than " + (JsonLines.MAX_LINE >> 20) + " MiB is left out here.");
    }

    public Turn turn() {
        return turn(List.of());
    }

    /// The finished turn, with those of the sub-agent that the call started.
    public Turn turn(List<Turn> inner) {
        var use = usesTool ? new Turn.ToolUse(tool, input, shown(), ok, purpose, ending) : null;
        var thought = thinking.toString();
        return new Turn(role, at, text.toString(), use, thought.isEmpty() ? null : thought, mark, inner);
    }

    private String shown() {
        return change.isEmpty() || Boolean.FALSE.equals(ok) ? output : change;
    }

    /// Text that does not grow past its limit.
    private static final class Limited {
        private final int limit;
        private final StringBuilder text = new StringBuilder();
        private long left;

        Limited(int limit) {
            this.limit = limit;
        }

        void add(String words) {
            if (words.isBlank()) {
                return;
            }
            if (!text.isEmpty() && text.length() < limit) {
                text.append('\n');
            }
            on(words);
        }

        void on(String words) {
            var kept = text.length() < limit ? Excerpt.cut(words, limit - text.length()) : "";
            text.append(kept);
            left += (long) words.length() - kept.length();
        }

        @Override
        public String toString() {
            return left == 0 ? text.toString() : text + "\n… (" + left + " more characters are left out here)";
        }
    }
}
