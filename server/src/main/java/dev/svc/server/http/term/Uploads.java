package dev.svc.server.http.term;

import dev.svc.server.http.gate.Problem;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Stores what was pasted or dropped: readable by its owner only, under a safe and unique name.
public final class Uploads {
    private static final int BUFFER = 64 << 10;
    /// In bytes of UTF-8. File systems take 255, encrypted ones 143; a number may still follow it.
    private static final int LONGEST_NAME = 120;

    private static final int LONGEST_ENDING = 20;
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
        var plain = Normalizer.normalize(last, Normalizer.Form.NFC)
                .replaceAll("[^\\p{L}\\p{M}\\p{N}._-]++", "-")
                .replaceAll("^[\\p{M}.-]++|[.-]++$", "")
                .replaceAll("-++(?=\\.)", "");
        var named = plain.isEmpty() ? "file" : shortened(plain);
        var stem = named.replaceAll("\\..*", "").toLowerCase(Locale.ROOT);
        return RESERVED.contains(stem) || stem.matches("(com|lpt)\\d") ? "file-" + named : named;
    }

    /// The beginning and the ending: the latter says what the file is.
    private static String shortened(String name) {
        if (bytes(name) <= LONGEST_NAME) {
            return name;
        }
        int dot = name.lastIndexOf('.');
        var ending = dot > 0 && bytes(name.substring(dot)) <= LONGEST_ENDING ? name.substring(dot) : "";
        var stem = name.substring(0, name.length() - ending.length());
        return beginning(stem, LONGEST_NAME - bytes(ending)).orElse("file") + ending;
    }

    /// As much as fits, cut between grapheme clusters: a letter keeps its marks.
    private static Optional<String> beginning(String text, int most) {
        var letters = BreakIterator.getCharacterInstance(Locale.ROOT);
        letters.setText(text);
        int end = 0;
        for (int next = letters.next(); next != BreakIterator.DONE && bytes(text.substring(0, next)) <= most; ) {
            end = next;
            next = letters.next();
        }
        return end == 0 ? Optional.empty() : Optional.of(text.substring(0, end).replaceAll("[.-]++$", ""));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
