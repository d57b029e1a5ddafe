package dev.svc.server.vault.bundle;

import dev.svc.server.session.SessionId;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.copy.CopyDamageException;
import dev.svc.server.vault.copy.CopyRewriting;
import dev.svc.server.vault.copy.Cutting;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.server.vault.copy.SessionCopy;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Puts copies into an archive, each as a file of its own.
public final class BundleWriting {
    private final Vault vault;
    private final ZipOutputStream zip;
    private final String folder;

    /// @param folder in the archive, with `/` at its end; empty for the archive itself
    public BundleWriting(Vault vault, ZipOutputStream zip, String folder) {
        this.vault = vault;
        this.zip = zip;
        this.folder = folder;
    }

    /// Says what the archive holds; comes first.
    ///
    /// @param key the number of the key of the copies that follow
    private void begin(Instant now, String version, int key) throws IOException {
        zip.putNextEntry(new ZipEntry(folder + BundleContents.NAME));
        zip.write(new BundleContents(now, version, key).json());
        zip.closeEntry();
        // What follows is packed already.
        zip.setLevel(Deflater.NO_COMPRESSION);
    }

    /// Begins a bundle whose copies everybody can read who has it.
    public void beginOpen(Instant now, String version) throws IOException {
        begin(now, version, Sealing.NONE.number());
    }

    /// Begins a bundle whose copies are sealed as they are in the vault.
    public void beginSealed(Instant now, String version) throws IOException {
        begin(now, version, vault.sealing().number());
    }

    /// Puts a copy in, opened.
    ///
    /// @throws CopyDamageException when it is damaged; nothing of it is in the archive then
    /// @throws NoSuchFileException when there is none
    public void putOpen(SessionId id) throws IOException {
        var scratch = Files.createTempDirectory(OwnerOnly.folder(vault.unpacked()), "");
        var opened = scratch.resolve("copy");
        try {
            try (var copy = vault.read(id)) {
                rewrite(copy, opened, Sealing.NONE, () -> {});
            }
            put(id, opened);
        } finally {
            Files.deleteIfExists(opened);
            Files.delete(scratch);
        }
    }

    /// Writes a copy again, sealed otherwise. A command has nobody to wait for.
    static void rewrite(SessionCopy from, Path file, Sealing sealing, Cutting.Between between) throws IOException {
        try {
            CopyRewriting.write(from, file, sealing, between);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("it was interrupted");
        }
    }

    /// Puts a copy in as it lies in the vault, also while it is written to.
    ///
    /// @throws NoSuchFileException when there is none
    public void putSealed(SessionId id) throws IOException {
        put(id, vault.file(id));
    }

    private void put(SessionId id, Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            zip.putNextEntry(new ZipEntry(folder + Vault.nameOf(id)));
            Channels.newInputStream(channel).transferTo(zip);
            zip.closeEntry();
        }
    }
}
