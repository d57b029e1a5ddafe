package dev.svc.server.update;

import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.function.Consumer;

/// What an update says as it goes, to a file for later and to its current watchers. One file per update; the previous
/// one is kept.
final class UpdateLog {
    private static final int TAIL = 16 << 10;

    private final Path file;
    private final Clock clock;
    private final Consumer<String> watcher;

    UpdateLog(Path file, Clock clock, Consumer<String> watcher) {
        this.file = file;
        this.clock = clock;
        this.watcher = watcher;
    }

    Path file() {
        return file;
    }

    void begin() {
        try {
            OwnerOnly.folder(file.toAbsolutePath().resolveSibling(""));
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException notKept) {
            watcher.accept("no log is kept (%s)".formatted(notKept.getMessage()));
        }
    }

    /// What others said is among it, so it is cleaned.
    void say(String said) {
        String sentence = PlainText.line(said);
        watcher.accept(sentence);
        var line = clock.instant().truncatedTo(ChronoUnit.SECONDS) + " " + sentence.strip() + System.lineSeparator();
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        try (var channel = Files.newByteChannel(file, options, OwnerOnly.fileAttributes(file))) {
            channel.write(StandardCharsets.UTF_8.encode(line));
        } catch (IOException full) {
            watcher.accept("the log cannot be written (%s)".formatted(full.getMessage()));
        }
    }

    /// Its last lines.
    static String tail(Path file) {
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            long from = Math.max(0, channel.size() - TAIL);
            var bytes = java.nio.ByteBuffer.allocate((int) (channel.size() - from));
            channel.position(from).read(bytes);
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
        } catch (IOException none) {
            return "";
        }
    }
}
