package dev.svc.server.change.git;

import dev.svc.server.change.fold.ChangedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A file that git does not have yet, as one that was added. Links are not followed, and a large one is not read.
final class Untracked {
    private static final int LONGEST = 1 << 20;

    private Untracked() {}

    /// Empty for what is no regular file, or is gone.
    static Optional<ChangedFile> read(Path file, String shown) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (var channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            if (channel.size() > LONGEST) {
                return Optional.of(unread(shown, false));
            }
            var bytes = ByteBuffer.allocate((int) channel.size());
            int read = 0;
            while (read >= 0 && bytes.hasRemaining()) {
                read = channel.read(bytes);
            }
            var text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            return Optional.of(text.indexOf('\0') >= 0 ? unread(shown, true) : ChangedFile.added(shown, text));
        } catch (IOException unreadable) {
            return Optional.of(unread(shown, false));
        }
    }

    private static ChangedFile unread(String shown, boolean isBinary) {
        return new ChangedFile(shown, ChangedFile.Kind.ADDED, null, 0, 0, isBinary, true, !isBinary, List.of());
    }
}
