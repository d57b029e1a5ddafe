package dev.svc.server.journal.record;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32C;

/// A small file that is replaced atomically, with a checksum before its content.
public final class DurableFile {
    private static final int CHECKSUM = 4;

    private DurableFile() {}

    public static void write(Path file, byte[] content) throws IOException {
        var temporary = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(temporary);
        var owned = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel = FileChannel.open(
                temporary, java.util.Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owned)) {
            var bytes = ByteBuffer.allocate(CHECKSUM + content.length)
                    .putInt(checksum(content))
                    .put(content)
                    .flip();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException failed) {
            Files.deleteIfExists(temporary);
            throw failed;
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Disk.REAL.forceFolder(java.util.Objects.requireNonNull(file.getParent()));
    }

    /// Reads what was written, checked against its sum.
    ///
    /// @throws IOException when the content is not what was written
    public static byte[] read(Path file) throws IOException {
        try (var in = new FileInputStream(file.toFile())) {
            var checksum = in.readNBytes(CHECKSUM);
            if (checksum.length < CHECKSUM) {
                throw new IOException(file.getFileName() + " is cut short");
            }
            var content = in.readAllBytes();
            if (ByteBuffer.wrap(checksum).getInt() != checksum(content)) {
                throw new IOException(file.getFileName() + " is not what was written");
            }
            return content;
        }
    }

    private static int checksum(byte[] content) {
        var crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }
}
