package dev.svc.server.engine.claudecode;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.turn.AgentNotes;
import dev.svc.server.engine.turn.LogFiles;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.engine.turn.TurnScript.AgentLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/// Finds the transcript of the sub-agent that a call started: in the session's own side folder, or, as older versions
/// have it, beside the session.
record ClaudeAgents(ClaudeHome home) {
    /// Of a sub-agent in the session's own transcript; no id begins so.
    private static final String SIDECHAIN = "sidechain:";

    private static final byte[] OF_SIDECHAIN = "\"isSidechain\":true".getBytes(US_ASCII);
    private static final int PROMPT = 8 << 10;
    private static final int LONGEST_CHAIN = 50_000;
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");

    /// Whether a call of that tool starts a sub-agent.
    static boolean starts(String tool) {
        return tool.equals("Agent") || tool.equals("Task");
    }

    Optional<Path> transcript(String nativeId, StartedCall call) throws IOException {
        if (!starts(call.tool())) {
            return Optional.empty();
        }
        var session = home.transcript(nativeId);
        var side = new StoreTree(session.resolveSibling(nativeId).resolve("subagents"));
        // A sub-agent that still works has no result that would name it.
        var name = ID.matcher(call.agent()).matches()
                ? "agent-" + call.agent()
                : new AgentNotes(side).startedBy(call.call());
        if (name.isEmpty()) {
            return Optional.empty();
        }
        var file = Path.of(ClaudeHome.fileName(name));
        var found = side.find(file);
        return (found.isPresent() ? found : new StoreTree(session.resolveSibling("")).find(file))
                .map(stamp -> stamp.path());
    }

    /// What stands for the id of a sub-agent that the version before 2 started: it wrote what that did into the
    /// session's
    /// own transcript. Empty for other calls.
    static String sidechain(ClaudeEntry entry, ClaudeBlock call, String tool) {
        return starts(tool) && entry.version.startsWith("1.")
                ? mark(call.input().member("prompt").text(PROMPT))
                : "";
    }

    private static String mark(String prompt) {
        var sum = new CRC32C();
        sum.update(prompt.getBytes(StandardCharsets.UTF_8));
        return SIDECHAIN + Long.toHexString(sum.getValue());
    }

    /// The sub-agent's records in the session's own transcript.
    ///
    /// @param told how they are told
    Optional<AgentLog> sidechain(String nativeId, StartedCall call, TurnScript told) throws IOException {
        return call.agent().startsWith(SIDECHAIN)
                ? Optional.of(
                        new AgentLog(home.transcript(nativeId), LogFiles.PLAIN, new Sidechain(call.agent(), told)))
                : Optional.empty();
    }

    /// One chain of records: it begins with what the sub-agent was asked, and each of the others follows one of them.
    /// Made for one reading from the start.
    private static final class Sidechain implements TurnScript {
        private final String wanted;
        private final TurnScript told;
        private final Set<String> chain = new HashSet<>();

        Sidechain(String wanted, TurnScript told) {
            this.wanted = wanted;
            this.told = told;
        }

        @Override
        public void scan(JsonLine line, TurnScan scan) {
            if (line.contains(OF_SIDECHAIN) && chain.size() < LONGEST_CHAIN && follows(ClaudeEntry.of(line))) {
                told.scan(line, scan);
            }
        }

        private boolean follows(ClaudeEntry entry) {
            boolean begins = entry.parent.isEmpty();
            boolean follows = begins
                    ? chain.isEmpty() && mark(entry.opening(PROMPT)).equals(wanted)
                    : chain.contains(entry.parent);
            return follows && entry.sidechain && chain.add(entry.uuid);
        }

        @Override
        public void tell(JsonLine line, int part, TurnMaker turn) {
            told.tell(line, part, turn);
        }

        @Override
        public void tellDeeds(JsonLine line, int part, CallDeeds call) {
            told.tellDeeds(line, part, call);
        }
    }
}
