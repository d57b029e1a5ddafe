package dev.svc.server.vault;

import dev.svc.server.engine.move.Moving.Content;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;

/// Puts a file in its place whole or not at all, and only where nothing is.
final class PlacedFile {
    private PlacedFile() {}

    /// @return false when the same content is there already
    /// @throws FileAlreadyExistsException when something else is
    static boolean write(Content content, Path place, Instant modified) throws IOException {
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            requireSame(content, place);
            return false;
        }
        var folder = OwnerOnly.folder(place.resolveSibling(""));
        var beside = folder.resolve("." + place.getFileName() + ".svc-restore");
        Files.deleteIfExists(beside);
        try {
            var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            try (var channel = FileChannel.open(beside, options, OwnerOnly.fileAttributes(beside))) {
                content.to(Channels.newOutputStream(channel));
                channel.force(true);
            }
            Files.setLastModifiedTime(beside, FileTime.from(modified));
            // A link is refused where something is; a move might replace it.
            Files.createLink(place, beside);
            AtomicFile.forceFolder(folder);
            return true;
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static void requireSame(Content content, Path place) throws IOException {
        boolean isSame = Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS);
        if (isSame) {
            try (var in = new BufferedInputStream(Files.newInputStream(place));
                    var compared = new Compared(in)) {
                content.to(compared);
                isSame = compared.isSame && in.read() < 0;
            }
        }
        if (!isSame) {
            throw new FileAlreadyExistsException(place.toString());
        }
    }

    /// Takes what would be written and compares it with what is there.
    private static final class Compared extends OutputStream {
        private final InputStream there;
        private boolean isSame = true;

        Compared(InputStream there) {
            this.there = there;
        }

        @Override
        public void write(int one) throws IOException {
            isSame = isSame && there.read() == (one & 0xff);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (isSame) {
                var other = there.readNBytes(length);
                isSame = Arrays.equals(bytes, from, from + length, other, 0, other.length);
            }
        }
    }
}
