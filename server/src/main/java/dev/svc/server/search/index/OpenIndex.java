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
import org.apache.lucene.index.MergeScheduler;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.search.SearcherManager;
import org.jspecify.annotations.Nullable;

/// The index while it is written. Used under the lock of the index that owns it.
///
/// @param merges that wait for the thread that writes
/// @param unseen what was marked since the last commit, which searchers may not show yet; empty for what was forgotten
record OpenIndex(
        IndexWriter writer,
        LaterMerges merges,
        SearcherManager searchers,
        Map<SessionId, Optional<FollowMark>> unseen) {
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

    /// Keeps merges until the thread that writes has time for them. Lucene would run them on whichever thread flushes,
    /// and
    /// one that searches flushes what was taken last.
    static final class LaterMerges extends MergeScheduler {
        private volatile @Nullable MergeSource waiting;

        @Override
        public void merge(MergeSource source, MergeTrigger trigger) {
            waiting = source;
        }

        /// Runs those that wait, one after the other, on the thread that writes; false where none does.
        boolean run() throws IOException {
            var source = waiting;
            if (source == null) {
                return false;
            }
            waiting = null;
            for (var merge = source.getNextMerge(); merge != null; merge = source.getNextMerge()) {
                source.merge(merge);
            }
            return true;
        }

        @Override
        public void close() {}
    }
}
