package dev.svc.server.engine.gemini;

import dev.svc.server.engine.FileStamp;
import dev.svc.server.engine.JsonLines;
import dev.svc.server.engine.ReadMark;
import dev.svc.server.engine.Unreadables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// One chat file, replayed to its end.
record ChatFile(FileStamp stamp, Replay replay, ReadMark mark) {

    static ChatFile read(FileStamp stamp, Unreadables unreadable) throws IOException {
        try (var channel = JsonLines.open(stamp.path())) {
            var replay = new Replay(unreadable);
            return new ChatFile(stamp, replay, isLog(stamp) ? replay(channel, 0, replay) : document(channel, replay, unreadable));
        }
    }

    /// Replays what came behind the mark.
    static ChatFile readOn(FileStamp stamp, ReadMark from, Replay replay) throws IOException {
        try (var channel = JsonLines.open(stamp.path())) {
            return new ChatFile(stamp, replay, replay(channel, from.offset(), replay));
        }
    }

    private static ReadMark replay(FileChannel channel, long offset, Replay replay) throws IOException {
        long end = JsonLines.read(channel, offset, Long.MAX_VALUE, line -> {
            replay.add(line);
            return true;
        });
        return ReadMark.at(channel, end);
    }

    private static ReadMark document(FileChannel channel, Replay replay, Unreadables unreadable) throws IOException {
        long size = channel.size();
        var bytes = ByteBuffer.allocate((int) Math.min(size, JsonLines.MAX_LINE));
        while (bytes.hasRemaining() && channel.read(bytes) > 0) {
            // a short read goes on where it stopped
        }
        JsonLines.parse(bytes.array(), 0, bytes.position())
                .ifPresentOrElse(replay::add, () -> unreadable.add("file", ""));
        return ReadMark.at(channel, size);
    }

    boolean isLog() {
        return isLog(stamp);
    }

    static boolean isLog(FileStamp stamp) {
        return name(stamp).endsWith(".jsonl");
    }

    static String name(FileStamp stamp) {
        return String.valueOf(stamp.path().getFileName());
    }
}
