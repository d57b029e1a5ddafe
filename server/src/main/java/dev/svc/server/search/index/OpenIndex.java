package dev.svc.server.search.index;

import dev.svc.server.follow.FollowMark;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.SearcherManager;

/// The index while it is written. Used under the lock of the index that owns it.
///
/// @param unseen what was marked since the last commit, which searchers may not show yet; empty for what was forgotten
record OpenIndex(IndexWriter writer, SearcherManager searchers, Map<SessionId, Optional<FollowMark>> unseen) {
    private static final Logger LOG = Logger.getLogger(OpenIndex.class.getName());

    Optional<FollowMark> mark(SessionId session) throws IOException {
        var known = unseen.get(session);
        return known != null ? known : seen(searcher -> MarkLookup.find(searcher, session));
    }

    Set<SessionId> sessions() throws IOException {
        var all = new HashSet<>(seen(MarkLookup::sessions));
        unseen.forEach((id, mark) -> {
            if (mark.isPresent()) {
                all.add(id);
            } else {
                all.remove(id);
            }
        });
        return all;
    }

    private <T> T seen(TurnFinder.Look<T> look) throws IOException {
        var searcher = searchers.acquire();
        try {
            return look.at(searcher);
        } finally {
            searchers.release(searcher);
        }
    }

    /// Whether there was anything to make durable.
    boolean commit() throws IOException {
        boolean changed = writer.hasUncommittedChanges();
        if (changed) {
            writer.setLiveCommitData(Map.of(IndexFolder.FORM, Fields.FORM).entrySet());
            writer.commit();
        }
        searchers.maybeRefreshBlocking();
        unseen.clear();
        return changed;
    }

    /// Drops what is not committed: it is read again.
    static void close(IndexWriter writer) {
        try {
            writer.rollback();
        } catch (IOException | RuntimeException | InternalError lost) {
            LOG.log(Level.FINE, lost, () -> "the index was closed with what was not committed");
        }
    }
}
