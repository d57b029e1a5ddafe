package dev.svc.server.search.index;

import dev.svc.server.search.word.SearchAnalyzer;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.file.OwnerOnly;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergeScheduler;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.LockObtainFailedException;

/// The folder of the index: opens it, empties it, and says what is wrong with it.
final class IndexFolder {
    /// Where a commit says what form its documents have.
    static final String FORM = "svc.form";

    private static final double MEMORY_MB = 12;
    /// A merge runs on the thread that writes: none may take long.
    private static final double LARGEST_SEGMENT_MB = 512;

    /// How the names of files end that say what a segment consists of.
    private static final String SEGMENT = ".si";

    private final Path folder;

    IndexFolder(Path folder) {
        this.folder = folder;
    }

    /// Opens the index for writing; one that is damaged, or of another form, is emptied first.
    IndexWriter writer(MergeScheduler merges) throws IOException {
        OwnerOnly.closed(folder);
        try {
            try (var directory = directory();
                    var _ = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
                check(directory);
            }
            var opened = new IndexWriter(directory(), settings(merges));
            if (hasForm(opened)) {
                return opened;
            }
            opened.rollback();
        } catch (IOException | RuntimeException | InternalError unusable) {
            if (!isDamage(unusable) && !isForeign(unusable)) {
                throw unusable;
            }
        }
        clear();
        return new IndexWriter(directory(), settings(merges));
    }

    /// Opens what is there, for looking at it alone.
    ///
    /// @throws IOException when there is nothing that can be read
    SearcherManager reader(SearcherFactory making) throws IOException {
        var directory = directory();
        try {
            check(directory);
            return new SearcherManager(directory, making);
        } catch (IOException | RuntimeException | InternalError unusable) {
            directory.close();
            throw unusable;
        }
    }

    /// Opens what is there without making anything; empty where there is nothing.
    ///
    /// @throws IOException when what is there cannot be read
    Optional<DirectoryReader> standing() throws IOException {
        // Opening a folder that is not there would make it.
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        var directory = directory();
        try {
            check(directory);
            var opened = DirectoryReader.open(directory);
            if (opened.numDocs() == 0
                    || Fields.FORM.equals(opened.getIndexCommit().getUserData().get(FORM))) {
                return Optional.of(opened);
            }
            opened.close();
            throw new IndexFormatTooOldException(folder.toString(), "its documents have another form");
        } catch (IOException | RuntimeException | InternalError unusable) {
            directory.close();
            throw unusable;
        }
    }

    private Directory directory() throws IOException {
        return new PrivateDirectory(folder);
    }

    private static boolean hasForm(IndexWriter writer) {
        for (var data : writer.getLiveCommitData() == null
                ? List.<Map.Entry<String, String>>of()
                : writer.getLiveCommitData()) {
            if (data.getKey().equals(FORM)) {
                return data.getValue().equals(Fields.FORM);
            }
        }
        return writer.getDocStats().numDocs == 0;
    }

    private static IndexWriterConfig settings(MergeScheduler merges) {
        var merging = new TieredMergePolicy();
        merging.setMaxMergedSegmentMB(LARGEST_SEGMENT_MB);
        var settings = new IndexWriterConfig(SearchAnalyzer.forIndex());
        settings.setRAMBufferSizeMB(MEMORY_MB);
        settings.setMergePolicy(merging);
        settings.setMergeScheduler(merges);
        // Else a commit, and whoever looks, would wait for merges that begin later.
        settings.setMaxFullFlushMergeWaitMillis(0);
        return settings;
    }

    /// Removes every file of the index. It is derived: nothing is lost.
    ///
    /// @throws LockObtainFailedException when another process uses it
    void clear() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var directory = directory();
                var _ = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME);
                var files = Files.newDirectoryStream(folder, IndexFolder::isOfTheIndex)) {
            for (var file : files) {
                Files.deleteIfExists(file);
            }
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
    }

    private static boolean isOfTheIndex(Path file) {
        return Files.isRegularFile(file) && !file.endsWith(IndexWriter.WRITE_LOCK_NAME);
    }

    /// Compares the files of the last commit with their checksums, before anything believes what they say: a length
    /// that has changed may ask for more memory than there is, and running out of it ends the process.
    ///
    /// @throws CorruptIndexException where they differ
    private static void check(Directory directory) throws IOException {
        var files = directory.listAll();
        var last = SegmentInfos.getLastCommitSegmentsFileName(files);
        if (last == null) {
            return;
        }
        check(directory, last);
        for (var file : files) {
            // Which files the commit has is read from these.
            if (file.endsWith(SEGMENT)) {
                check(directory, file);
            }
        }
        for (var file : SegmentInfos.readCommit(directory, last).files(false)) {
            check(directory, file);
        }
    }

    private static void check(Directory directory, String file) throws IOException {
        try (var input = directory.openInput(file, IOContext.READONCE)) {
            CodecUtil.checksumEntireFile(input);
        }
    }

    /// Whether what was committed is as it was written.
    boolean isSound() {
        try (var directory = directory()) {
            check(directory);
            return true;
        } catch (IOException | RuntimeException | InternalError damaged) {
            return !isDamage(damaged) && !isForeign(damaged);
        }
    }

    long bytes() {
        long sum = 0;
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                sum += file.toFile().length();
            }
        } catch (IOException | DirectoryIteratorException none) {
            return sum;
        }
        return sum;
    }

    /// Whether only building it again helps.
    static boolean isDamage(Throwable wrong) {
        for (Throwable it = wrong; it != null; it = it.getCause()) {
            if (it instanceof CorruptIndexException
                    || it instanceof IndexFormatTooNewException
                    || it instanceof IndexFormatTooOldException
                    || it instanceof IndexNotFoundException
                    || it instanceof EOFException
                    || it instanceof NoSuchFileException
                    || it instanceof FileNotFoundException
                    || it instanceof InternalError) {
                return true;
            }
        }
        return false;
    }

    /// What opening ends with where files have content that nobody foresaw, or name parts that this release lacks.
    private static boolean isForeign(Throwable wrong) {
        return wrong instanceof RuntimeException && !(wrong instanceof AlreadyClosedException);
    }

    /// What is wrong, for people.
    String sentence(Throwable wrong) {
        var said = String.valueOf(wrong.getMessage());
        if (wrong instanceof LockObtainFailedException) {
            return "Another program uses the search index in %s.".formatted(folder);
        }
        if (isFull(wrong)) {
            return "The disk is full: what is new cannot be searched until there is room.";
        }
        return isDamage(wrong)
                ? "The search index in %s is damaged and is built again.".formatted(folder)
                : "The search index in %s cannot be written (%s).".formatted(folder, said);
    }

    /// The same for those who only look at it.
    String objection(Throwable wrong) {
        if (wrong instanceof IndexFormatTooOldException || wrong instanceof IndexFormatTooNewException) {
            return "The search index in %s is of another release: %s builds it again."
                    .formatted(folder, OwnCommand.line("serve"));
        }
        return isDamage(wrong) || isForeign(wrong)
                ? "The search index in %s is damaged: %s builds it again.".formatted(folder, OwnCommand.line("serve"))
                : "The search index in %s cannot be read (%s).".formatted(folder, wrong.getMessage());
    }

    private static boolean isFull(Throwable wrong) {
        for (Throwable it = wrong; it != null; it = it.getCause()) {
            var said = String.valueOf(it.getMessage()).toLowerCase(Locale.ROOT);
            if (said.contains("no space left") || said.contains("quota exceeded")) {
                return true;
            }
        }
        return false;
    }
}
