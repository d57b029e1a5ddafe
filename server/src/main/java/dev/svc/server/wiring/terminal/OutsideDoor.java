package dev.svc.server.wiring.terminal;

import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Launch;
import dev.svc.server.outside.OutsidePrograms;
import dev.svc.server.outside.OutsidePrograms.Extent;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Outside;
import dev.svc.server.terminal.host.Size;
import java.util.Optional;
import java.util.function.Supplier;

/// What the terminals learn of programs outside svc.
public final class OutsideDoor implements Outside {
    private final Engines engines;
    private final Supplier<Optional<OutsidePrograms>> programs;

    /// @param programs empty until the terminals are open
    public OutsideDoor(Engines engines, Supplier<Optional<OutsidePrograms>> programs) {
        this.engines = engines;
        this.programs = programs;
    }

    @Override
    public Optional<Holder> holder(SessionId session) {
        return programs.get().flatMap(it -> it.lookFor(session)).map(program -> {
            var elsewhere = program.elsewhere();
            var label = engines.label(session.engine());
            var sentence = elsewhere.sure()
                    ? "%s is on this session outside svc: %s."
                            .formatted(label, ways(elsewhere.join(), program.endsAlone()))
                    : "%s probably is on this session outside svc: look there first.".formatted(label);
            var unshared = elsewhere.sure()
                    ? "%s is on this session outside svc, in a terminal that cannot be shared: %s"
                            .formatted(label, apart(program.endsAlone()))
                    : ("svc sees signs of %s outside, and cannot tell for sure that it is on this session: look there"
                                    + " first. If it is not, choose Resume anyway in the page.")
                            .formatted(label);
            return new Holder(sentence, elsewhere.sure(), elsewhere.words(label), unshared);
        });
    }

    private static String apart(boolean ends) {
        return ends
                ? "read along in the page, where the transcript grows as it works, or bring it here there."
                : "read along in the page, where the transcript grows as it works. It serves several sessions and is"
                        + " not ended for one of them.";
    }

    private static String ways(boolean join, boolean ends) {
        if (join) {
            return ends ? "join it, or bring it here" : "join it";
        }
        return ends ? "bring it here, or end it there" : "end it there";
    }

    @Override
    public Optional<Launch> wayIn(SessionId session) {
        return programs.get().flatMap(it -> it.wayIn(session));
    }

    @Override
    public Optional<Drawn> drawn(SessionId session) {
        return programs.get().flatMap(it -> it.extent(session)).map(OutsideDoor::drawn);
    }

    /// One that no terminal here can have is left to those who join.
    private static Drawn drawn(Extent extent) {
        boolean fits =
                Math.min(extent.columns(), extent.rows()) > 0 && Math.max(extent.columns(), extent.rows()) <= Size.MOST;
        return new Drawn(extent.held() && fits ? new Size(extent.columns(), extent.rows()) : null);
    }
}
