package dev.svc.server.engine.opencode;

import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.turn.AgentBudget;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.SubAgents;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.turn.WholeTurns;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conversations: from the database, and those it does not have from the old JSON tree.
final class OpencodeTurns implements Turns {
    private static final int NEWEST = 200;

    private final Brand brand;
    private final OpencodeRows rows;
    private final TreeTalk tree;
    private final Turns old;

    OpencodeTurns(OpencodePlace place, OpencodeTree tree) {
        this.brand = place.brand();
        this.rows = new OpencodeRows(place.database(), brand.key());
        this.tree = new TreeTalk(tree, brand);
        this.old =
                new WholeTurns((id, detail) -> finished(this.tree.makers(id, detail), new SubAgents()), (id, sink) -> {
                    var agents = new AgentBudget();
                    agents.tell(
                            this.tree.makers(id, Detail.DEEDS), sink, (child, inner) -> deeds(child, inner, agents));
                    return true;
                });
    }

    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
        if (!Brand.ID.matcher(nativeId).matches()) {
            throw brand.unknown(nativeId);
        }
        var known = former.filter(OpencodeIndex.class::isInstance).map(OpencodeIndex.class::cast);
        var index = rows.index(nativeId, known);
        return index.isPresent() ? index.get() : old.index(nativeId, former);
    }

    @Override
    public List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) throws IOException {
        if (!(index instanceof OpencodeIndex numbered)) {
            return old.read(nativeId, index, from, to, detail);
        }
        int end = Math.min(to, numbered.count());
        int start = Math.max(0, from);
        var makers = new OpencodePage(numbered, start, Math.max(start, end), detail).read(rows.file(), nativeId);
        return finished(makers, new SubAgents());
    }

    private List<Turn> finished(List<TurnMaker> makers, SubAgents agents) {
        var turns = new ArrayList<Turn>();
        for (var maker : makers) {
            turns.add(maker.turn(
                    maker.agent().isEmpty() ? List.of() : agents.read(inner -> newest(maker.agent(), inner))));
        }
        return turns;
    }

    private List<Turn> newest(String child, SubAgents agents) throws IOException {
        if (!Brand.ID.matcher(child).matches()) {
            return List.of();
        }
        var index = rows.index(child, Optional.empty());
        if (index.isEmpty()) {
            return finished(tree.makers(child, Detail.BRIEF), agents);
        }
        int count = index.get().count();
        var page = new OpencodePage(index.get(), Math.max(0, count - NEWEST), count, Detail.BRIEF);
        return finished(page.read(rows.file(), child), agents);
    }

    @Override
    public boolean edits(String nativeId, TurnIndex index, EditSink sink) throws IOException {
        if (!(index instanceof OpencodeIndex numbered)) {
            return old.edits(nativeId, index, sink);
        }
        var agents = new AgentBudget();
        var makers = new OpencodePage(numbered, 0, numbered.count(), Detail.DEEDS).read(rows.file(), nativeId);
        agents.tell(makers, sink, (child, inner) -> deeds(child, inner, agents));
        return true;
    }

    private void deeds(String child, EditSink sink, AgentBudget agents) throws IOException {
        if (!Brand.ID.matcher(child).matches()) {
            return;
        }
        try {
            var index = rows.index(child, Optional.empty());
            List<TurnMaker> makers = index.isEmpty()
                    ? tree.makers(child, Detail.DEEDS)
                    : new OpencodePage(index.get(), 0, index.get().count(), Detail.DEEDS).read(rows.file(), child);
            agents.tell(makers, sink, (next, inner) -> deeds(next, inner, agents));
        } catch (NoSuchFileException gone) {
            sink.leftOut();
        }
    }
}
