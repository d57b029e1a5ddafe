package dev.svc.server.engine.change;

import dev.svc.server.engine.json.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The deeds of one call while its records are read, in their order. Owned by that reading.
public final class CallDeeds implements StartedCall {
    private final List<Deed> deeds = new ArrayList<>();
    private String tool = "";
    private String call = "";
    private String agent = "";
    private @Nullable Instant at;
    private Outcome outcome = Outcome.OPEN;

    private enum Outcome {
        OPEN,
        DONE,
        FAILED,
        REFUSED
    }

    public CallDeeds tool(String name, String id) {
        tool = name;
        call = id;
        return this;
    }

    public CallDeeds agent(String id) {
        agent = id.isEmpty() ? agent : id;
        return this;
    }

    /// The first time counts.
    public CallDeeds at(String timestamp) {
        at = at == null ? Timestamp.find(timestamp).orElse(null) : at;
        return this;
    }

    public CallDeeds at(long milliseconds) {
        at = at == null && milliseconds > 0 ? Instant.ofEpochMilli(milliseconds) : at;
        return this;
    }

    /// What it was asked to do.
    public void add(Deed deed) {
        deeds.add(deed);
    }

    /// What it did, told better than by what it was asked.
    public void replace(List<Deed> better) {
        deeds.clear();
        deeds.addAll(better);
    }

    /// What is known of it so far.
    public List<Deed> known() {
        return List.copyOf(deeds);
    }

    public void done() {
        outcome = Outcome.DONE;
    }

    /// A command that failed may have written before.
    public void failed() {
        outcome = Outcome.FAILED;
    }

    /// It was never done.
    public void refused() {
        outcome = Outcome.REFUSED;
    }

    public void ended(@Nullable Boolean ok) {
        outcome = ok == null || ok ? Outcome.DONE : Outcome.FAILED;
    }

    /// It was begun, and does nothing of interest: what came of it says nothing either.
    public boolean isIdle() {
        return !tool.isEmpty() && deeds.isEmpty();
    }

    public boolean isOpen() {
        return outcome == Outcome.OPEN;
    }

    /// Passes on what happened: edits that succeeded, and commands that ran or still run.
    public void tell(int turn, EditSink sink) {
        for (var deed : deeds) {
            boolean happened = deed instanceof Deed.Ran ? outcome != Outcome.REFUSED : outcome == Outcome.DONE;
            if (happened) {
                sink.edit(new Edit(turn, at, deed));
            }
        }
    }

    @Override
    public String tool() {
        return tool;
    }

    @Override
    public String call() {
        return call;
    }

    @Override
    public String agent() {
        return agent;
    }
}
