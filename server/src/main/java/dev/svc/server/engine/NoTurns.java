package dev.svc.server.engine;

import dev.svc.server.session.Turn;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;

/// Conversations that are not read yet.
public final class NoTurns implements Turns {
    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws NoSuchFileException {
        throw new NoSuchFileException(nativeId);
    }

    @Override
    public List<Turn> read(String nativeId, TurnIndex index, int from, int to) {
        return List.of();
    }
}
