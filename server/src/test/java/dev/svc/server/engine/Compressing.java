package dev.svc.server.engine;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Compresses rollouts as Codex does: as a stream, which does not say how much there is, with the time of the original.
public final class Compressing {
    private Compressing() {}

    /// Puts the compressed form in the place of the plain one.
    public static Path replace(Path plain) throws IOException {
        var compressed = beside(plain);
        Files.delete(plain);
        return compressed;
    }

    /// Puts the compressed form beside the plain one, complete or not there.
    public static Path beside(Path plain) throws IOException {
        var partial = plain.resolveSibling(plain.getFileName() + ".zst.tmp");
        Files.write(partial, frame(Files.readAllBytes(plain)));
        Files.setLastModifiedTime(partial, Files.getLastModifiedTime(plain));
        return Files.move(partial, plain.resolveSibling(plain.getFileName() + ".zst"));
    }

    /// Replaces every rollout below a Codex home, in use and put away.
    public static void replaceAll(Path codexHome) throws IOException {
        for (var plain : rollouts(codexHome)) {
            replace(plain);
        }
    }

    /// Puts the plain forms beside the compressed ones, as they were recorded.
    public static void plainAgain(Path recorded, Path codexHome) throws IOException {
        for (var plain : rollouts(recorded)) {
            Files.copy(
                    plain,
                    codexHome.resolve(recorded.relativize(plain).toString()),
                    StandardCopyOption.COPY_ATTRIBUTES,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    public static List<Path> rollouts(Path codexHome) throws IOException {
        try (var files = Files.walk(codexHome)) {
            return files.filter(Compressing::isPlainRollout).sorted().toList();
        }
    }

    private static boolean isPlainRollout(Path file) {
        var name = String.valueOf(file.getFileName());
        return name.startsWith("rollout-") && name.endsWith(".jsonl");
    }

    public static byte[] frame(byte[] content) throws IOException {
        return frame(content, 1, 0);
    }

    /// One frame.
    ///
    /// @param times how often the content is in it
    /// @param reach how far back it may refer, as a power of two; 0 as the level has it
    public static byte[] frame(byte[] content, int times, int reach) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zstd = new ZstdOutputStreamNoFinalizer(bytes, 3)) {
            if (reach > 0) {
                zstd.setLong(reach);
            }
            for (int i = 0; i < times; i++) {
                zstd.write(content);
            }
        }
        return bytes.toByteArray();
    }

    public static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (var part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
