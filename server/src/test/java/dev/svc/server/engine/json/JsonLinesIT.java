package dev.svc.server.engine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reads two gigabytes, so it is no part of the fast tests.
class JsonLinesIT {
    @TempDir
    Path folder;

    @Test
    void a_sparse_line_of_two_gigabytes_needs_little_memory() throws IOException {
        var file = folder.resolve("sparse.jsonl");
        try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(2L << 30);
            sparse.seek(2L << 30);
            sparse.write("\n{\"after\":1}\n".getBytes(UTF_8));
        }
        var seen = new ArrayList<Boolean>();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        JsonLines.read(file, 0, line -> seen.add(line.isTooLong()));

        assertThat(seen).containsExactly(true, false);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(64L << 20);
    }
}
