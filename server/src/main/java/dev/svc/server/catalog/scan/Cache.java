package dev.svc.server.catalog.scan;

import dev.svc.server.session.EngineKey;
import dev.svc.shared.file.OwnerOnly;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/// What the stores said, cached on disk so that a start needs only a walk. Losing it costs a scan, never data.
///
/// One file per engine: magic, format, build, pieces, checksum. A file of another format or build, or a broken one, is
/// ignored.
public final class Cache {
    private static final Logger LOG = System.getLogger(Cache.class.getName());
    private static final int MAGIC = 0x73766343;
    private static final int FORMAT = 3;
    private static final int BUFFER = 1 << 16;

    private final Path folder;
    private final String build;
    private final boolean saves;

    /// A cache that is read and written.
    ///
    /// @param build the version of the program, since another one may read more out of the same files
    public Cache(Path folder, String build) {
        this(folder, build, true);
    }

    private Cache(Path folder, String build, boolean saves) {
        this.folder = folder;
        this.build = build;
        this.saves = saves;
    }

    /// The same cache, read only, beside the process that writes it.
    public Cache readOnly() {
        return new Cache(folder, build, false);
    }

    Map<String, KnownPiece> load(EngineKey engine) {
        try (var in = Files.newInputStream(file(engine), LinkOption.NOFOLLOW_LINKS)) {
            return load(new BlockReader(in));
        } catch (NoSuchFileException none) {
            return new HashMap<>();
        } catch (IOException | RuntimeException broken) {
            LOG.log(Level.INFO, "the cache of {0} is rebuilt: {1}", engine, broken.toString());
            return new HashMap<>();
        }
    }

    private Map<String, KnownPiece> load(BlockReader in) throws IOException {
        if (in.takeInt() != MAGIC || in.takeInt() != FORMAT) {
            throw new StreamCorruptedException("it is of another version");
        }
        var known = new CacheReader(in).read(build);
        long sum = in.sum();
        if (in.takeLong() != sum) {
            throw new StreamCorruptedException("its checksum is wrong");
        }
        return known;
    }

    void save(EngineKey engine, Collection<KnownPiece> known) {
        if (!saves) {
            return;
        }
        try {
            OwnerOnly.closed(folder);
            replace(file(engine), known);
        } catch (IOException | UnsupportedOperationException refused) {
            LOG.log(Level.WARNING, "the cache of {0} cannot be written: {1}", engine, refused.toString());
        }
    }

    private void replace(Path file, Collection<KnownPiece> known) throws IOException {
        var fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel =
                FileChannel.open(fresh, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly)) {
            write(channel, known);
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void write(FileChannel channel, Collection<KnownPiece> known) throws IOException {
        var checked = new CheckedOutputStream(Channels.newOutputStream(channel), new CRC32C());
        var out = new DataOutputStream(new BufferedOutputStream(checked, BUFFER));
        out.writeInt(MAGIC);
        out.writeInt(FORMAT);
        new CacheWriter(out).write(build, known);
        out.flush();
        out.writeLong(checked.getChecksum().getValue());
        out.flush();
    }

    private Path file(EngineKey engine) {
        return folder.resolve("catalog-" + engine.key() + ".bin");
    }
}
