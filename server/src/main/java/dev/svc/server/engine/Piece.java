package dev.svc.server.engine;

import dev.svc.server.engine.file.FileStamp;
import java.util.List;

/// A unit of reading: the files whose bytes decide the facts of some sessions. Equal pieces say the same.
///
/// @param key stays the same while its files change
public record Piece(String key, List<FileStamp> files) {
    public Piece {
        files = List.copyOf(files);
    }

    public long size() {
        return files.stream().mapToLong(FileStamp::size).sum();
    }
}
