package dev.svc.server.search.index;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;

/// Makes searchers that divide a large index among a few threads. The one who searches is one of them.
final class Searchers extends SearcherFactory {
    /// More would take the processors from the terminals.
    private static final int MOST = 4;

    /// Fewer documents than this are looked through in less time than another thread takes to begin.
    private static final int LEAST_DOCUMENTS = 100_000;

    /// Then a thread goes; so nobody has to end them.
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final int threads;
    private final int least;
    private final Executor others;

    Searchers() {
        this(Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST), LEAST_DOCUMENTS);
    }

    /// @param threads the one who searches included
    /// @param least how many documents are worth a thread
    Searchers(int threads, int least) {
        this.threads = threads;
        this.least = least;
        int more = Math.max(1, threads - 1);
        var pool = new ThreadPoolExecutor(
                more,
                more,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("svc-search-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        this.others = pool;
    }

    @Override
    public IndexSearcher newSearcher(IndexReader reader, IndexReader former) {
        int part = Math.max(least, reader.maxDoc() / threads + 1);
        if (threads == 1 || reader.maxDoc() <= part) {
            return new IndexSearcher(reader);
        }
        return new IndexSearcher(reader, others) {
            @Override
            protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
                return slices(leaves, part, Integer.MAX_VALUE, true);
            }
        };
    }
}
