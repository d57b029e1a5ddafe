package dev.svc.server.backup;

import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.text.Shown;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Reads a backup file as untrusted input: in pieces, and no more of it than [Bounds] allow, whatever sizes it claims.
final class Archive implements Closeable {
    private final Path file;
    private final ZipFile zip;
    private final Bounds bounds;
    private final long most;
    private long unpacked;

    private Archive(Path file, ZipFile zip, Bounds bounds, long size) {
        this.file = file;
        this.zip = zip;
        this.bounds = bounds;
        this.most = Math.max(bounds.free(), size * bounds.ratio());
    }

    static Archive open(Path file, Bounds bounds) throws IOException {
        var zip = new ZipFile(file.toFile());
        try {
            if (zip.size() > bounds.entries()) {
                throw new BackupException("%s holds %d files, and a backup has %d at most: take another one."
                        .formatted(file, zip.size(), bounds.entries()));
            }
            return new Archive(file, zip, bounds, Files.size(file));
        } catch (IOException | RuntimeException failed) {
            zip.close();
            throw failed;
        }
    }

    List<? extends ZipEntry> entries() {
        return Collections.list(zip.entries());
    }

    boolean holds(String name) {
        return zip.getEntry(name) != null;
    }

    /// A required part, as a stream.
    InputStream stream(String name) throws IOException {
        ZipEntry entry = Optional.ofNullable(zip.getEntry(name))
                .orElseThrow(
                        () -> new BackupException("%s is no backup of svc: it holds no %s.".formatted(file, name)));
        return stream(entry);
    }

    /// A small required part.
    byte[] bytes(String name) throws IOException {
        try (InputStream in = stream(name)) {
            byte[] content = in.readNBytes(bounds.part() + 1);
            if (content.length > bounds.part()) {
                throw new BackupException(
                        "%s holds a part %s of more than %d bytes, which svc never writes: take another backup."
                                .formatted(file, name, bounds.part()));
            }
            return content;
        }
    }

    /// Writes a file of the uploads to a new one of its owner's.
    void copyUpload(ZipEntry entry, Path target) throws IOException {
        if (!copy(entry, target, bounds.upload())) {
            throw new BackupException(
                    "%s holds a file of more than %d bytes (%s): if you trust it, set SVC_UPLOAD_MAX_BYTES higher and restore again."
                            .formatted(file, bounds.upload(), Shown.line(entry.getName())));
        }
    }

    /// Writes a document that is there to a new file of its owner's.
    void copy(String name, Path target) throws IOException {
        if (!copy(zip.getEntry(name), target, bounds.document())) {
            throw new BackupException(
                    "%s holds a part %s of more than %d bytes, which svc never writes: take another backup."
                            .formatted(file, name, bounds.document()));
        }
    }

    /// Holds at most a buffer of it in memory.
    ///
    /// @return whether it is no longer than that
    private boolean copy(ZipEntry entry, Path target, long limit) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (InputStream in = stream(entry);
                var channel = FileChannel.open(target, options, OwnerOnly.fileAttributes(target))) {
            byte[] buffer = new byte[1 << 16];
            var out = Channels.newOutputStream(channel);
            long left = limit;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                left -= read;
                if (left < 0) {
                    return false;
                }
                out.write(buffer, 0, read);
            }
            channel.force(true);
            return true;
        }
    }

    private InputStream stream(ZipEntry entry) throws IOException {
        return new Counted(zip.getInputStream(entry));
    }

    private void count(long bytes) {
        unpacked += Math.max(bytes, 0);
        if (unpacked > most) {
            throw new BackupException(
                    "%s unpacks to more than %d bytes, far more than anything that packs so small: take another backup."
                            .formatted(file, most));
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    private final class Counted extends FilterInputStream {
        private Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            count(read);
            return read;
        }
    }
}
