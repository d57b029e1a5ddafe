package dev.svc.server.change.git;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Where HEAD was at a moment, by its log: the newest part of it, where it is long.
final class GitLog {
    private static final int LONGEST = 4 << 20;
    private static final Pattern ENTRY = Pattern.compile(
            "([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) .*?> (\\d{1,12}) [+-]\\d{4}(?:\\t.*)?");
    private static final Pattern NONE = Pattern.compile("0+");

    private GitLog() {}

    /// The commit of HEAD at that moment; empty where the log does not go back to it, or there was none.
    static Optional<String> headAt(Path folder, Instant moment) {
        var file = folder.resolve("logs").resolve("HEAD");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (var channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            long from = Math.max(0, channel.size() - LONGEST);
            var bytes = ByteBuffer.allocate((int) (channel.size() - from));
            int read = 0;
            while (read >= 0 && bytes.hasRemaining()) {
                read = channel.read(bytes, from + bytes.position());
            }
            var text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            return headAt(text, moment);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /// Clocks go back; the order of the entries counts.
    static Optional<String> headAt(String log, Instant moment) {
        var head = "";
        boolean isFirst = true;
        for (var line : log.split("\n", -1)) {
            var entry = ENTRY.matcher(line);
            if (entry.matches()) {
                boolean isLater = Long.parseLong(entry.group(3)) > moment.getEpochSecond();
                if (isLater) {
                    return known(isFirst ? entry.group(1) : head);
                }
                head = entry.group(2);
                isFirst = false;
            }
        }
        return known(head);
    }

    private static Optional<String> known(String commit) {
        return commit.isEmpty() || NONE.matcher(commit).matches() ? Optional.empty() : Optional.of(commit);
    }
}
