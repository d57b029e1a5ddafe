package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.channels.FileChannel;

/// One chat file, replayed.
///
/// @param mark where the replay stopped
/// @param isWhole false when only head and tail have been read
record ChatFile(FileStamp stamp, ChatReplay replay, ReadMark mark, boolean isWhole) {
    private static final int HEAD = 64 << 10;
    private static final int TAIL = 16 << 10;

    static ChatFile read(FileStamp stamp, Unreadables unreadable) throws IOException {
        try (var channel = JsonLines.open(stamp.path())) {
            return read(stamp, channel, unreadable);
        }
    }

    private static ChatFile read(FileStamp stamp, FileChannel channel, Unreadables unreadable) throws IOException {
        var replay = new ChatReplay(unreadable);
        var mark = isLog(stamp) ? replay(channel, 0, replay) : document(channel, replay, unreadable);
        return new ChatFile(stamp, replay, mark, true);
    }

    /// A first impression of a long file from its head and its tail; short ones are read whole.
    static ChatFile glance(FileStamp stamp, Unreadables unreadable) throws IOException {
        try (var channel = JsonLines.open(stamp.path())) {
            if (isLog(stamp) && channel.size() > HEAD + TAIL) {
                var replay = edges(channel);
                if (replay.messages().first() != null) {
                    return new ChatFile(stamp, replay, new ReadMark(0, 0), false);
                }
            }
            return read(stamp, channel, unreadable);
        }
    }

    private static ChatReplay edges(FileChannel channel) throws IOException {
        var head = new ChatReplay(new Unreadables());
        JsonLines.read(channel, 0, HEAD, head::add);
        var tail = new ChatReplay(new Unreadables());
        JsonLines.read(channel, JsonLines.lineStart(channel, channel.size() - TAIL), Long.MAX_VALUE, tail::add);
        head.endsAs(tail);
        return head;
    }

    /// Replays what came after the mark.
    static ChatFile readOn(FileStamp stamp, ReadMark from, ChatReplay replay) throws IOException {
        try (var channel = JsonLines.open(stamp.path())) {
            return new ChatFile(stamp, replay, replay(channel, from.offset(), replay), true);
        }
    }

    private static ReadMark replay(FileChannel channel, long offset, ChatReplay replay) throws IOException {
        int atATime = Math.clamp(channel.size() - offset + 1, 1 << 10, HEAD);
        return ReadMark.at(channel, JsonLines.read(channel, offset, Long.MAX_VALUE, atATime, replay::add));
    }

    private static ReadMark document(FileChannel channel, ChatReplay replay, Unreadables unreadable)
            throws IOException {
        long size = channel.size();
        var bytes = StoreFile.head(channel);
        JsonLines.parse(bytes, 0, bytes.length).ifPresentOrElse(replay::add, () -> unreadable.add("file", ""));
        return ReadMark.at(channel, size);
    }

    boolean isLog() {
        return isLog(stamp);
    }

    private static boolean isLog(FileStamp stamp) {
        return name(stamp).endsWith(".jsonl");
    }

    static String name(FileStamp stamp) {
        return String.valueOf(stamp.path().getFileName());
    }
}
