package dev.svc.server.search.index;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.follow.FollowMark;
import dev.svc.server.follow.Projection;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;

/// The index of all turns: a projection that is opened when it is first needed, may be deleted at any time, and is
/// built again when it is damaged or of another form. What turns it has and how far it has got are committed together.
///
/// One index has one owner among processes. Where another has it, this one only looks at what is there.
public final class SearchIndex implements Projection, TurnFinder.View, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(SearchIndex.class.getName());

    private final IndexFolder folder;
    private final IntSupplier toolOutput;
    private final Runnable emptied;
    private final SearcherFactory making;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable OpenIndex opened;

    /// What was looked at last; still there when writing has failed.
    @GuardedBy("lock")
    private @Nullable SearcherManager searchers;

    @GuardedBy("lock")
    private boolean outdated;

    private volatile @Nullable String trouble;

    /// @param toolOutput how many characters of what a tool answered are searched
    /// @param emptied runs when it has nothing, so that all sessions have to be followed; must be quick
    public SearchIndex(Path folder, IntSupplier toolOutput, Runnable emptied) {
        this(folder, toolOutput, emptied, new Searchers());
    }

    SearchIndex(Path folder, IntSupplier toolOutput, Runnable emptied, SearcherFactory making) {
        this.making = making;
        this.folder = new IndexFolder(folder);
        this.toolOutput = toolOutput;
        this.emptied = emptied;
    }

    /// Why nothing is added to it now; empty when nothing is wrong.
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /// What it takes on the disk.
    public long bytes() {
        return folder.bytes();
    }

    /// Throws away what it has with the next thing that is done with it; what follows has to be followed again.
    public void rebuild() {
        lock.lock();
        try {
            outdated = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int toolOutput() {
        return toolOutput.getAsInt();
    }

    @Override
    public Optional<FollowMark> mark(SessionId session) throws IOException {
        return guarded(open -> open.mark(session));
    }

    @Override
    public Set<SessionId> sessions() throws IOException {
        return guarded(OpenIndex::sessions);
    }

    @Override
    public void take(SessionId session, int from, List<Turn> turns, FollowMark mark) throws IOException {
        guarded(open -> {
            if (open.mark(session).isPresent()) {
                open.writer().deleteDocuments(from(session, from));
            }
            int number = from;
            for (var turn : turns) {
                open.writer().addDocument(Fields.turn(session, number++, turn, toolOutput.getAsInt()));
            }
            open.writer().updateDocument(new Term(Fields.MARK, session.toString()), Fields.mark(session, mark));
            return open.unseen().put(session, Optional.of(mark)) != null;
        });
        merge();
    }

    private static Query from(SessionId session, int turn) {
        return new BooleanQuery.Builder()
                .add(new TermQuery(new Term(Fields.SESSION, session.toString())), Occur.MUST)
                .add(IntPoint.newRangeQuery(Fields.TURN, turn, Integer.MAX_VALUE), Occur.MUST)
                .build();
    }

    @Override
    public void forget(SessionId session) throws IOException {
        guarded(open -> {
            open.writer()
                    .deleteDocuments(
                            new Term(Fields.SESSION, session.toString()), new Term(Fields.MARK, session.toString()));
            return open.unseen().put(session, Optional.empty()) != null;
        });
    }

    @Override
    public void flush() throws IOException {
        guarded(OpenIndex::commit);
        if (merge()) {
            // What was merged takes its room until then.
            guarded(OpenIndex::commit);
        }
    }

    /// Merges what has to be, outside the lock: that may take seconds, and who searches needs the lock.
    @CanIgnoreReturnValue
    private boolean merge() throws IOException {
        var open = opened();
        try {
            return open.isPresent() && open.get().merges().run();
        } catch (IOException | RuntimeException | InternalError wrong) {
            return unmerged(open.orElseThrow(), wrong);
        }
    }

    private Optional<OpenIndex> opened() {
        lock.lock();
        try {
            return Optional.ofNullable(opened);
        } finally {
            lock.unlock();
        }
    }

    /// A merge ends as well when somebody else closes the index: nothing is wrong with it then.
    private boolean unmerged(OpenIndex open, Throwable wrong) throws IOException {
        lock.lock();
        try {
            if (opened != null && opened.writer().equals(open.writer())) {
                throw broken(wrong);
            }
            LOG.log(Level.FINE, wrong, () -> "the index was closed while it was merged");
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// Lets somebody look at what was taken until now.
    @Override
    public <T> T look(TurnFinder.Look<T> look) throws IOException {
        var held = held();
        try {
            return look.at(held.searcher());
        } catch (IOException | InternalError damaged) {
            throw unreadable(damaged);
        } catch (RuntimeException fault) {
            if (folder.isSound()) {
                throw fault;
            }
            throw unreadable(fault);
        } finally {
            held.searchers().release(held.searcher());
        }
    }

    /// Shows what was taken last, where it is this process that takes it; else what is there.
    private Held held() throws IOException {
        lock.lock();
        try {
            var current = current();
            return new Held(current, current.acquire());
        } catch (RuntimeException | InternalError nothing) {
            throw new IOException(folder.sentence(nothing), nothing);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private SearcherManager current() throws IOException {
        try {
            var open = open();
            open.searchers().maybeRefreshBlocking();
            return open.searchers();
        } catch (IOException | RuntimeException | InternalError notNow) {
            LOG.log(Level.FINE, notNow, () -> "what was committed is shown");
            return former(notNow);
        }
    }

    /// What was looked at last; else, and where another process writes it, what it has made durable.
    @GuardedBy("lock")
    private SearcherManager former(Throwable notNow) throws IOException {
        try {
            if (searchers != null && notNow instanceof LockObtainFailedException) {
                searchers.maybeRefreshBlocking();
            }
            var former = searchers == null ? folder.reader(making) : searchers;
            searchers = former;
            return former;
        } catch (IndexNotFoundException none) {
            throw new IOException(folder.sentence(notNow), notNow);
        } catch (IOException unreadable) {
            throw new IOException(folder.sentence(unreadable), unreadable);
        }
    }

    /// Keeps a searcher open until its release, even if the index is closed or rebuilt.
    private record Held(SearcherManager searchers, IndexSearcher searcher) {}

    private interface Use<T> {
        T of(OpenIndex open) throws IOException;
    }

    /// Runs what changes the index. Whatever goes wrong closes it, so that the next use begins from what was committed.
    @CanIgnoreReturnValue
    private <T> T guarded(Use<T> use) throws IOException {
        lock.lock();
        try {
            var result = use.of(open());
            trouble = null;
            return result;
        } catch (IOException | RuntimeException | InternalError wrong) {
            throw broken(wrong);
        } finally {
            lock.unlock();
        }
    }

    /// What was looked at cannot be read. Where another process writes the index it has removed that by now, and damage
    /// is its business.
    private IOException unreadable(Throwable wrong) {
        lock.lock();
        try {
            if (opened != null) {
                return broken(wrong);
            }
            closeSearchers();
            return new IOException(folder.sentence(wrong), wrong);
        } finally {
            lock.unlock();
        }
    }

    private IOException broken(Throwable wrong) {
        lock.lock();
        try {
            outdated = outdated || isDamaged(wrong);
            trouble = folder.sentence(wrong);
            closeWriter();
            if (outdated) {
                emptied.run();
            }
            return new IOException(trouble, wrong);
        } finally {
            lock.unlock();
        }
    }

    /// Damage may end in any exception.
    @GuardedBy("lock")
    private boolean isDamaged(Throwable wrong) {
        if (IndexFolder.isDamage(wrong)) {
            return true;
        }
        return wrong instanceof RuntimeException && !folder.isSound();
    }

    @GuardedBy("lock")
    private OpenIndex open() throws IOException {
        if (opened != null && !outdated) {
            return opened;
        }
        closeWriter();
        if (outdated) {
            folder.clear();
            outdated = false;
        }
        var merges = new OpenIndex.LaterMerges();
        var writer = folder.writer(merges);
        try {
            var made = new OpenIndex(writer, merges, new SearcherManager(writer, making), new HashMap<>());
            closeSearchers();
            opened = made;
            searchers = made.searchers();
            if (writer.getDocStats().numDocs == 0) {
                emptied.run();
            }
            return made;
        } catch (IOException | RuntimeException | InternalError unusable) {
            OpenIndex.close(writer);
            throw unusable;
        }
    }

    @GuardedBy("lock")
    private void closeWriter() {
        if (opened != null) {
            OpenIndex.close(opened.writer());
            opened = null;
        }
    }

    @GuardedBy("lock")
    private void closeSearchers() {
        var former = searchers;
        searchers = null;
        try {
            if (former != null) {
                former.close();
            }
        } catch (IOException | RuntimeException | InternalError unclosed) {
            LOG.log(Level.FINE, unclosed, () -> "what was looked at is left open");
        }
    }

    /// Ends without what was not made durable.
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closeWriter();
            closeSearchers();
        } finally {
            lock.unlock();
        }
    }

    /// Removes it from the disk; the next use makes a new one.
    public void delete() throws IOException {
        close();
        folder.clear();
    }
}
