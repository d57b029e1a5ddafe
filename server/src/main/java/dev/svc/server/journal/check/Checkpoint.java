package dev.svc.server.journal.check;

import dev.svc.server.journal.record.DurableFile;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.event.Hash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The files that are never written again, each with a digest of all its bytes: opening compares digests instead of
/// reading entries.
public record Checkpoint(List<Sealed> files) {
    public static final Checkpoint NONE = new Checkpoint(List.of());
    private static final int VERSION = 1;
    private static final int BUFFER = 1 << 20;

    public Checkpoint {
        files = List.copyOf(files);
    }

    /// A file at rest.
    ///
    /// @param last the last entry in it or in earlier files
    /// @param millis when that one was made
    public record Sealed(String name, long size, Hash digest, Head last, long millis, List<Waypoint> waypoints) {
        boolean matches(Path folder) throws IOException {
            var file = folder.resolve(name);
            return java.nio.file.Files.isRegularFile(file)
                    && java.nio.file.Files.size(file) == size
                    && digestOf(file).equals(digest);
        }
    }

    public static Sealed seal(Path folder, String name, Head last, long millis, List<Waypoint> waypoints)
            throws IOException {
        var file = folder.resolve(name);
        return new Sealed(name, java.nio.file.Files.size(file), digestOf(file), last, millis, waypoints);
    }

    public Optional<Sealed> find(String name) {
        return files.stream().filter(rest -> rest.name.equals(name)).findFirst();
    }

    /// The same without those files.
    public Checkpoint without(List<String> names) {
        return new Checkpoint(
                files.stream().filter(rest -> !names.contains(rest.name)).toList());
    }

    static Hash digestOf(Path file) throws IOException {
        var sha256 = EntryRecord.sha256();
        var buffer = ByteBuffer.allocate(BUFFER);
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (channel.read(buffer.clear()) > 0) {
                sha256.update(buffer.flip());
            }
        }
        return Hash.of(sha256.digest());
    }

    public void write(Path file) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeInt(VERSION);
        out.writeInt(files.size());
        for (var rest : files) {
            out.writeUTF(rest.name);
            out.writeLong(rest.size);
            out.write(rest.digest.bytes());
            out.writeLong(rest.last.seq());
            out.write(rest.last.hash().bytes());
            out.writeLong(rest.millis);
            out.writeInt(rest.waypoints.size());
            for (var waypoint : rest.waypoints) {
                out.writeLong(waypoint.seq());
                out.writeLong(waypoint.millis());
                out.writeLong(waypoint.position());
                out.write(waypoint.prev().bytes());
            }
        }
        DurableFile.write(file, bytes.toByteArray());
    }

    /// Reads a checkpoint.
    ///
    /// @throws IOException when it is damaged or of another version
    public static Checkpoint read(Path file) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(DurableFile.read(file)));
        if (in.readInt() != VERSION) {
            throw new IOException("the checkpoint is of another version");
        }
        var files = new ArrayList<Sealed>();
        for (int i = in.readInt(); i > 0; i--) {
            files.add(file(in));
        }
        return new Checkpoint(files);
    }

    private static Sealed file(DataInputStream in) throws IOException {
        var name = in.readUTF();
        long size = in.readLong();
        var digest = Hash.of(in.readNBytes(Hash.LENGTH));
        var last = new Head(in.readLong(), Hash.of(in.readNBytes(Hash.LENGTH)));
        long millis = in.readLong();
        var waypoints = new ArrayList<Waypoint>();
        for (int i = in.readInt(); i > 0; i--) {
            waypoints.add(new Waypoint(
                    in.readLong(), in.readLong(), name, in.readLong(), Hash.of(in.readNBytes(Hash.LENGTH))));
        }
        return new Sealed(name, size, digest, last, millis, waypoints);
    }
}
