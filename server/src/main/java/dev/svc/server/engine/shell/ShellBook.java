package dev.svc.server.engine.shell;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes the logs of plain terminals: when one began and on what, what it printed, when it ended. A log only grows, a
/// whole line at a time; a line that a full disk or a kill cut short stays alone on its line.
public final class ShellBook {
    static final String BEGUN = "begun";
    static final String PRINTED = "printed";
    static final String ENDED = "ended";

    /// A place where what was printed may not have been received.
    static final String MISSED = "missed";

    /// How far the output of a full-screen program was read; a log takes nothing of it.
    static final String SCREEN = "screen";

    /// The last record of a log that has taken all it may.
    static final String FULL = "full";

    /// What one log may take: a program that prints for ever must not fill the disk.
    static final long MOST = 64L << 20;

    private static final long TAIL = 1 << 20;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ShellFolder folder;

    ShellBook(ShellFolder folder) {
        this.folder = folder;
    }

    /// Writes the first line of a log. One that is there stays as it is.
    void begin(String nativeId, String cwd, @Nullable String command, Instant at) throws IOException {
        OwnerOnly.folder(folder.root());
        var entry = entry(BEGUN, at).put("id", nativeId).put("folder", cwd);
        if (command != null) {
            entry.put("command", command);
        }
        Path log = folder.log(nativeId);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(log, options, OwnerOnly.fileAttributes(log))) {
            write(channel, 0, entry);
        } catch (FileAlreadyExistsException begun) {
            return;
        }
    }

    /// Writes down lines that were printed.
    ///
    /// @param upto the place in the terminal's output up to which everything is written down then
    /// @return false where the log takes no more
    public boolean printed(String nativeId, String text, long upto, Instant at) throws IOException {
        return append(nativeId, entry(PRINTED, at).put("upto", upto).put("text", text));
    }

    /// Writes down that some of what was printed may be missing, unless that is the last thing it says.
    ///
    /// @param upto the place in the terminal's output where that is; all before it is written down
    /// @param screen whether a full-screen program shows itself there
    public void missed(String nativeId, long upto, boolean screen, Instant at) throws IOException {
        if (tail(nativeId).filter(it -> isOf(MISSED, it)).isEmpty()) {
            var _ = append(nativeId, entry(MISSED, at).put("upto", upto).put("screen", screen));
        }
    }

    /// Writes down how far a full-screen program was read, for the next service; nothing was said at that time.
    ///
    /// @param upto the place in the terminal's output; all before it that is to be written down is
    public void screen(String nativeId, long upto) throws IOException {
        var entry = JsonNodeFactory.instance.objectNode().put("type", SCREEN);
        var _ = append(nativeId, entry.put("upto", upto).put("screen", true));
    }

    /// Writes down that the program ended.
    public void ended(String nativeId, long upto, Instant at) throws IOException {
        var _ = append(nativeId, entry(ENDED, at).put("upto", upto));
    }

    private boolean append(String nativeId, ObjectNode entry) throws IOException {
        Path log = folder.log(nativeId);
        var options = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (var channel = FileChannel.open(log, options)) {
            long size = channel.size();
            if (size >= MOST) {
                return false;
            }
            boolean last = size + entry.path("text").asText("").length() >= MOST;
            write(channel, size, last ? full(entry) : entry);
            return !last;
        }
    }

    private static ObjectNode full(ObjectNode entry) {
        return entry.put("type", FULL).without("text");
    }

    private static void write(FileChannel channel, long size, ObjectNode entry) throws IOException {
        var line = (endsWhole(channel, size) ? "" : "\n") + MAPPER.writeValueAsString(entry) + "\n";
        var bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        long at = size;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private static boolean endsWhole(FileChannel channel, long size) throws IOException {
        var end = ByteBuffer.allocate(1);
        return size == 0 || (channel.read(end, size - 1) == 1 && end.get(0) == '\n');
    }

    private static ObjectNode entry(String type, Instant at) {
        return JsonNodeFactory.instance.objectNode().put("type", type).put("at", at.toString());
    }

    /// The command that the terminal was begun with.
    Optional<String> command(String nativeId) {
        try (var channel = JsonLines.open(folder.requireLog(nativeId))) {
            var begun = new ArrayList<JsonNode>(1);
            JsonLines.read(channel, 0, Long.MAX_VALUE, line -> {
                line.object().ifPresent(begun::add);
                return false;
            });
            return begun.stream()
                    .map(entry -> entry.path("command").asText(""))
                    .filter(command -> !command.isBlank())
                    .findFirst();
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// How far a log goes.
    ///
    /// @param upto up to which place of the terminal's output everything is written down; at first 0
    /// @param settled whether it also says of that place itself whether something is missing there
    /// @param screen whether a full-screen program shows itself there
    /// @param full whether it has taken all it may
    public record Extent(long upto, boolean settled, boolean screen, boolean full) {}

    public Extent extent(String nativeId) throws IOException {
        return tail(nativeId)
                .map(entry -> new Extent(
                        Math.max(0, entry.path("upto").asLong()),
                        isOf(MISSED, entry) || isOf(ENDED, entry),
                        entry.path("screen").asBoolean(),
                        isOf(FULL, entry)))
                .orElse(new Extent(0, false, false, false));
    }

    private static boolean isOf(String type, JsonNode entry) {
        return entry.path("type").asText("").equals(type);
    }

    /// The last whole record.
    private Optional<JsonNode> tail(String nativeId) throws IOException {
        try (var channel = JsonLines.open(folder.requireLog(nativeId))) {
            var last = new ArrayList<JsonNode>(1);
            long from = JsonLines.lineStart(channel, Math.max(0, channel.size() - TAIL));
            JsonLines.read(channel, from, Long.MAX_VALUE, line -> {
                line.object().ifPresent(entry -> {
                    last.clear();
                    last.add(entry);
                });
                return true;
            });
            return last.stream().findFirst();
        }
    }

    /// The terminals whose end is not written down: those that run, and those whose server did not get to it.
    public List<String> open() throws IOException {
        var ids = new ArrayList<String>();
        folder.walk(piece -> ids.add(piece.key()));
        ids.removeIf(this::isEnded);
        return ids;
    }

    private boolean isEnded(String nativeId) {
        try {
            return tail(nativeId)
                    .filter(it -> isOf(ENDED, it) || isOf(FULL, it))
                    .isPresent();
        } catch (IOException unreadable) {
            return true;
        }
    }
}
