package dev.svc.server.vault;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Where the copies lie: by program, then by a digest of the session's id, so that no folder has too many.
///
/// The digest is part of the file's name too: ids that differ in case alone are one name on some file systems.
record CopyFolder(Path root) {
    private static final String SUFFIX = ".copy";
    private static final String GONE = "gone";
    private static final String UNTOLD = "untold";
    private static final char MARK = '~';
    private static final int FOLDER_DIGITS = 2;
    private static final int NAME_DIGITS = 8;

    Path file(SessionId id) {
        return root.resolve(id.engine().key())
                .resolve(digest(id.nativeId()).substring(0, FOLDER_DIGITS))
                .resolve(name(id) + SUFFIX);
    }

    private static String name(SessionId id) {
        return id.nativeId() + MARK + digest(id.nativeId()).substring(0, NAME_DIGITS);
    }

    /// The name that a copy has elsewhere, such as in a bundle: program and session.
    static String nameOf(SessionId id) {
        return id.engine().key() + "/" + name(id) + SUFFIX;
    }

    /// Reads what [#nameOf] wrote; empty for any other name.
    static Optional<SessionId> named(String name) {
        int slash = name.indexOf('/');
        if (slash < 0 || !name.endsWith(SUFFIX)) {
            return Optional.empty();
        }
        return EngineKey.find(name.substring(0, slash))
                .flatMap(engine -> id(engine, name.substring(slash + 1)))
                .filter(id -> nameOf(id).equals(name));
    }

    /// Where a file names each session of a program that is nowhere else.
    Path goneFolder(EngineKey engine) {
        return root.resolve(GONE).resolve(engine.key());
    }

    /// Where an empty file names a session whose copy a command has removed while no journal was at hand.
    Path untoldMark(SessionId id) {
        return root.resolve(UNTOLD).resolve(id.engine().key()).resolve(name(id));
    }

    /// The sessions that those files name.
    List<SessionId> untold() throws IOException {
        var found = new ArrayList<SessionId>();
        for (var program : folders(root.resolve(UNTOLD))) {
            var engine = EngineKey.find(name(program));
            if (engine.isPresent()) {
                list(program, "*" + MARK + "*", engine.get(), found);
            }
        }
        return found;
    }

    Path goneMark(SessionId id) {
        return goneFolder(id.engine()).resolve(name(id));
    }

    /// The session that such a file names.
    Optional<SessionId> goneSession(EngineKey engine, Path mark) {
        return id(engine, name(mark));
    }

    /// Every session that there is a copy of.
    List<SessionId> all() throws IOException {
        var found = new ArrayList<SessionId>();
        for (var program : folders(root)) {
            var engine = EngineKey.find(name(program));
            if (engine.isPresent()) {
                for (var folder : folders(program)) {
                    list(folder, "*" + SUFFIX, engine.get(), found);
                }
            }
        }
        return found;
    }

    private static void list(Path folder, String names, EngineKey engine, List<SessionId> found) throws IOException {
        try (var files = Files.newDirectoryStream(folder, names)) {
            for (var file : files) {
                id(engine, name(file)).ifPresent(found::add);
            }
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
    }

    private static Optional<SessionId> id(EngineKey engine, String name) {
        int mark = name.indexOf(MARK);
        return mark < 0 ? Optional.empty() : SessionId.find(engine.key() + ":" + name.substring(0, mark));
    }

    private static List<Path> folders(Path folder) throws IOException {
        var found = new ArrayList<Path>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try (var entries =
                Files.newDirectoryStream(folder, entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))) {
            entries.forEach(found::add);
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        return found;
    }

    private static String name(Path path) {
        return path.getName(path.getNameCount() - 1).toString();
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
