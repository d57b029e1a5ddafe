package dev.svc.server.vault.bundle;

import dev.svc.server.session.SessionId;
import dev.svc.server.vault.Vault;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Reads what [BundleWriting] wrote, as untrusted input. The names of its files say which sessions they are, and lead
/// nowhere.
final class BundleReading implements Closeable {
    /// In a bundle, and in a backup.
    private static final List<String> FOLDERS = List.of("", "vault/");

    private static final int MOST = 1_000_000;

    private final ZipFile zip;
    private final String folder;
    private final BundleContents contents;

    private BundleReading(ZipFile zip, String folder, BundleContents contents) {
        this.zip = zip;
        this.folder = folder;
        this.contents = contents;
    }

    /// @throws BundleException when it is none
    static BundleReading open(Path file) throws IOException {
        ZipFile zip;
        try {
            zip = new ZipFile(file.toFile());
        } catch (NoSuchFileException none) {
            throw new BundleException("there is no such file");
        } catch (ZipException broken) {
            throw new BundleException("it is no archive, or was cut off (%s)".formatted(broken.getMessage()));
        }
        try {
            return of(zip);
        } catch (IOException | RuntimeException refused) {
            zip.close();
            throw refused;
        }
    }

    private static BundleReading of(ZipFile zip) throws IOException {
        if (zip.size() > MOST) {
            throw new BundleException("it has %d files, and a bundle has %d at most".formatted(zip.size(), MOST));
        }
        for (var folder : FOLDERS) {
            var entry = Optional.ofNullable(zip.getEntry(folder + BundleContents.NAME));
            if (entry.isPresent()) {
                try (var in = zip.getInputStream(entry.get())) {
                    return new BundleReading(zip, folder, BundleContents.read(in.readNBytes(BundleContents.LONGEST)));
                }
            }
        }
        throw new BundleException("it holds no sessions: svc vault export writes them, and svc backup --vault");
    }

    BundleContents contents() {
        return contents;
    }

    /// What it holds, in its order. What is named otherwise is passed over.
    Iterator<Packed> copies() {
        return zip.stream()
                .flatMap(entry -> Optional.of(entry.getName())
                        .filter(name -> name.startsWith(folder))
                        .flatMap(name -> Vault.named(name.substring(folder.length())))
                        .map(id -> new Packed(id, entry))
                        .stream())
                .iterator();
    }

    /// One copy in it.
    final class Packed {
        private final SessionId id;
        private final ZipEntry entry;

        private Packed(SessionId id, ZipEntry entry) {
            this.id = id;
            this.entry = entry;
        }

        SessionId id() {
            return id;
        }

        InputStream open() throws IOException {
            return zip.getInputStream(entry);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
