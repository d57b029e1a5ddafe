package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.turn.AgentBudget;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.LogPart;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.turn.WholeTurns;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The conversations: from the transcript, which tells more, and from the database where there is none.
final class AgyConversations implements Turns {
    private final AgyFolder folder;
    private final Turns transcripts;
    private final Turns databases;

    AgyConversations(AgyFolder folder) {
        this.folder = folder;
        this.transcripts = new LogTurns(
                id -> transcript(id).map(LogPart::whole).map(List::of).orElse(List.of()), new AgyTurns());
        this.databases = new WholeTurns((id, _) -> steps(id), this::deeds);
    }

    private Optional<Path> transcript(String nativeId) throws IOException {
        return folder.files(nativeId).stream()
                .filter(file -> file.toString().endsWith(".jsonl"))
                .findFirst();
    }

    /// A conversation in the sealed form of before has no database, and nothing can be said of it.
    private List<Turn> steps(String nativeId) throws IOException {
        var database = folder.files(nativeId).stream()
                .filter(file -> file.toString().endsWith(AgyFolder.DATABASE))
                .findFirst();
        return database.isEmpty()
                ? List.of()
                : AgySteps.read(database.get(), Detail.BRIEF).stream()
                        .map(TurnMaker::turn)
                        .toList();
    }

    private boolean deeds(String nativeId, EditSink sink) throws IOException {
        var database = folder.files(nativeId).stream()
                .filter(file -> file.toString().endsWith(AgyFolder.DATABASE))
                .findFirst();
        if (database.isEmpty()) {
            return false;
        }
        new AgentBudget().tell(AgySteps.read(database.get(), Detail.DEEDS), sink, (_, _) -> {});
        return true;
    }

    @Override
    public boolean edits(String nativeId, TurnIndex index, EditSink sink) throws IOException {
        return of(nativeId).edits(nativeId, index, sink);
    }

    private Turns of(String nativeId) throws IOException {
        return transcript(nativeId).isPresent() ? transcripts : databases;
    }

    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
        return of(nativeId).index(nativeId, former);
    }

    @Override
    public List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) throws IOException {
        return of(nativeId).read(nativeId, index, from, to, detail);
    }
}
