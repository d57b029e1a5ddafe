package dev.svc.server.journal.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The journal's disk operations beyond plain reading and writing; a test passes in one that fails.
public interface Disk {
    Disk REAL = new Disk() {};

    /// Allocates the blocks of a mapping before it is written: there, a full disk is an Error in the middle of a
    /// record.
    default void reserve(FileChannel file, long from, long to) throws IOException {
        var zeros = ByteBuffer.allocate((int) Math.min(to - from, 64 << 10));
        for (long at = from; at < to; at += zeros.position()) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), to - at));
            file.write(zeros, at);
        }
    }

    /// The file's bytes are on the disk when this returns.
    default void force(FileChannel file) throws IOException {
        file.force(false);
    }

    /// New and renamed files are there after a power cut as well.
    default void forceFolder(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
