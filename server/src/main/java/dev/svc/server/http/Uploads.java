package dev.svc.server.http;

import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/// Keeps what was pasted or dropped: readable by its owner only, under a safe name that nothing else has.
public final class Uploads {
    private static final int BUFFER = 64 << 10;
    private static final int LONGEST_NAME = 100;
    private static final Set<String> RESERVED = Set.of("con", "prn", "aux", "nul");

    private final Path folder;
    private final long limit;

    public Uploads(Path folder, long limit) {
        this.folder = folder;
        this.limit = limit;
    }

    /// What was kept.
    public record Stored(String path, String name, long size) {}

    long limit() {
        return limit;
    }

    Stored store(String wishedName, InputStream content) throws IOException {
        OwnerOnly.folder(folder);
        var temporary = folder.resolve("." + UUID.randomUUID());
        try {
            long size = write(temporary, content);
            var target = reserve(safe(wishedName));
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new Stored(target.toString(), String.valueOf(target.getFileName()), size);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private long write(Path file, InputStream content) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(file, options, OwnerOnly.fileAttributes(folder));
                var out = Channels.newOutputStream(channel)) {
            byte[] buffer = new byte[BUFFER];
            long size = 0;
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                size += read;
                if (size > limit) {
                    throw Problem.tooLarge("A file may have " + limit + " bytes at most.");
                }
                out.write(buffer, 0, read);
            }
            return size;
        }
    }

    /// The first of `name`, `name-2`, `name-3` … that is free is taken by an empty file, which the content then
    /// replaces.
    private Path reserve(String name) throws IOException {
        int dot = name.lastIndexOf('.');
        var stem = dot <= 0 ? name : name.substring(0, dot);
        var ending = dot <= 0 ? "" : name.substring(dot);
        var candidate = folder.resolve(name);
        for (int i = 2; !tryReserve(candidate); i++) {
            candidate = folder.resolve(stem + "-" + i + ending);
        }
        return candidate;
    }

    private boolean tryReserve(Path candidate) throws IOException {
        try {
            Files.createFile(candidate, OwnerOnly.fileAttributes(folder));
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }

    /// The last segment, of letters, digits, dots, dashes and underscores: what a shell takes for one plain word.
    static String safe(String wished) {
        var last = wished.substring(Math.max(wished.lastIndexOf('/'), wished.lastIndexOf('\\')) + 1);
        var plain = last.replaceAll("[^\\p{L}\\p{N}._-]+", "-")
                .replaceAll("^[.-]+|[.-]+$", "")
                .replaceAll("-+(?=\\.)", "");
        var named = plain.isEmpty() ? "file" : shortened(plain);
        var stem = named.replaceAll("\\..*", "").toLowerCase(Locale.ROOT);
        return RESERVED.contains(stem) || stem.matches("(com|lpt)\\d") ? "file-" + named : named;
    }

    private static String shortened(String name) {
        int count = name.codePointCount(0, name.length());
        return count <= LONGEST_NAME ? name : name.substring(name.offsetByCodePoints(0, count - LONGEST_NAME));
    }
}
