package dev.svc.server.search.index;

import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.MMapDirectory;

/// The files of the index, which hold what was said: each is its owner's alone, whatever the umask is.
final class PrivateDirectory extends FilterDirectory {
    private final Path folder;

    PrivateDirectory(Path folder) throws IOException {
        super(new MMapDirectory(folder));
        this.folder = folder;
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
        var made = super.createOutput(name, context);
        OwnerOnly.close(folder.resolve(name));
        return made;
    }

    @Override
    public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
        var made = super.createTempOutput(prefix, suffix, context);
        OwnerOnly.close(folder.resolve(made.getName()));
        return made;
    }

    @Override
    public Lock obtainLock(String name) throws IOException {
        var lock = super.obtainLock(name);
        if (name.equals(IndexWriter.WRITE_LOCK_NAME)) {
            OwnerOnly.close(folder.resolve(name));
        }
        return lock;
    }
}
