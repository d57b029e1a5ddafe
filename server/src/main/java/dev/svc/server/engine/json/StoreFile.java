package dev.svc.server.engine.json;

import dev.svc.server.engine.file.FileStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Opens files of a store that were named by their real path, so that a link on the way shows and is not followed.
public final class StoreFile {
    private StoreFile() {}

    /// Attributes that reveal a file's change; empty also when it cannot be read.
    public static Optional<FileStamp> stamp(Path file) {
        try {
            return FileStamp.of(file);
        } catch (IOException notThereOrClosed) {
            return Optional.empty();
        }
    }

    /// The folder by its real path; by its given name while it does not exist.
    public static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException absent) {
            return folder;
        }
    }

    /// How a program calls the folder that it was started in: by its real path, whatever link led there.
    public static String calledBy(Path folder) {
        try {
            return folder.toRealPath().toString();
        } catch (IOException gone) {
            return folder.toAbsolutePath().normalize().toString();
        }
    }

    /// The folder as it was named, and by its real path while it exists.
    public static List<Path> bothNames(Path folder) {
        try {
            return List.of(folder, folder.toRealPath());
        } catch (IOException gone) {
            return List.of(folder);
        }
    }

    /// Whether the file lies where its name says, with no link on the way.
    public static boolean isInPlace(Path file) throws IOException {
        return file.toRealPath().equals(file);
    }

    /// Opens a regular file that lies where its name says.
    public static FileChannel open(Path file) throws IOException {
        if (!isInPlace(file)) {
            throw new AccessDeniedException(file.toString(), null, "a link leads there");
        }
        return JsonLines.open(file);
    }

    /// The first bytes of the file, at most as many as a line may have.
    public static byte[] head(Path file) throws IOException {
        try (var channel = open(file)) {
            return head(channel);
        }
    }

    /// As [#head(Path)], of a file that is open.
    public static byte[] head(FileChannel channel) throws IOException {
        var bytes = ByteBuffer.allocate((int) Math.min(channel.size(), JsonLines.MAX_LINE));
        int read;
        do {
            read = channel.read(bytes, bytes.position());
        } while (read > 0 && bytes.hasRemaining());
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
