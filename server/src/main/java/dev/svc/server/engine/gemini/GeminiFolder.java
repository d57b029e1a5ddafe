package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Names the pieces: the chat files of one project whose names end alike, and each sub-agent's file alone.
///
/// A file's name holds only the first eight characters of the session's id, so a piece can hold several sessions.
record GeminiFolder(GeminiPlace place) {
    static final String PROJECTS = "projects";
    static final String CHATS = "chats";

    /// Minute of the start, beginning of the id, form.
    private static final Pattern MAIN =
            Pattern.compile("session-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-([A-Za-z0-9_-]{1,8})\\.jsonl?");

    private static final Pattern CHILD = Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_-]{0,199})\\.jsonl");

    void walk(Consumer<Piece> pieces) throws IOException {
        FileStamp.of(place.projects()).map(GeminiFolder::projects).ifPresent(pieces);
        for (Path project : projectFolders()) {
            piecesOf(project).forEach(pieces);
        }
    }

    private static Piece projects(FileStamp file) {
        return new Piece(PROJECTS, List.of(file));
    }

    /// The projects' folders; links among them lead out of the store.
    List<Path> projectFolders() throws IOException {
        if (!Files.isDirectory(place.tmp())) {
            return List.of();
        }
        try (var below = Files.list(place.tmp().toRealPath())) {
            return below.filter(project -> isFolder(project) && isFolder(project.resolve(CHATS)))
                    .toList();
        }
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    List<Piece> piecesOf(Path project) throws IOException {
        var groups = new TreeMap<String, List<FileStamp>>();
        Path chats = project.resolve(CHATS);
        new StoreTree(chats)
                .walk(
                        2,
                        file -> key(chats.relativize(file.path()))
                                .ifPresent(key -> groups.computeIfAbsent(key, none -> new ArrayList<>())
                                        .add(file)));
        var pieces = new ArrayList<Piece>(groups.size());
        groups.forEach((key, files) -> pieces.add(piece(project, key, files)));
        return pieces;
    }

    /// The oldest file first: names begin with the time.
    private static Piece piece(Path project, String key, List<FileStamp> files) {
        files.sort(Comparator.comparing(FileStamp::path));
        return new Piece(project.getFileName() + "/" + key, files);
    }

    /// What the files of one piece have in common; empty for files that are not chats.
    private static Optional<String> key(Path belowChats) {
        String name = String.valueOf(belowChats.getFileName());
        if (belowChats.getNameCount() == 1) {
            var main = MAIN.matcher(name);
            return main.matches() ? Optional.of(main.group(1)) : Optional.empty();
        }
        var child = CHILD.matcher(name);
        return child.matches() && findParent(belowChats).isPresent()
                ? Optional.of(belowChats.getName(0) + "/" + child.group(1))
                : Optional.empty();
    }

    /// The session that started a sub-agent, from the folder its file lies in.
    private static Optional<String> findParent(Path belowChats) {
        return Optional.of(belowChats.getName(0).toString())
                .filter(name -> GeminiProvider.ID.matcher(name).matches());
    }

    /// The session that started the one whose file this is; empty for sessions that people started.
    static Optional<String> parentOf(Path file) {
        Path folder = file.getParent();
        return folder == null || folder.endsWith(CHATS)
                ? Optional.empty()
                : Optional.of(String.valueOf(folder.getFileName()));
    }

    /// The project's folder that a chat file belongs to.
    static Path projectOf(Path file) {
        Path at = file;
        while (!at.endsWith(CHATS)) {
            at = at.resolve("..").normalize();
        }
        return at.resolve("..").normalize();
    }

    Optional<Piece> pieceOf(Path changed) throws IOException {
        if (changed.equals(place.projects())) {
            return FileStamp.of(changed).map(GeminiFolder::projects);
        }
        var inside = new StoreTree(place.tmp()).inside(changed);
        if (inside.isEmpty()
                || inside.get().getNameCount() < 3
                || inside.get().getNameCount() > 4
                || !inside.get().getName(1).toString().equals(CHATS)) {
            return Optional.empty();
        }
        return pieceInside(inside.get());
    }

    private Optional<Piece> pieceInside(Path inside) throws IOException {
        var key = key(inside.subpath(2, inside.getNameCount()));
        Path project = place.tmp().toRealPath().resolve(inside.getName(0));
        if (key.isEmpty() || !isFolder(project) || !isFolder(project.resolve(CHATS))) {
            return Optional.empty();
        }
        String wanted = inside.getName(0) + "/" + key.get();
        return piecesOf(project).stream()
                .filter(piece -> piece.key().equals(wanted))
                .findFirst();
    }
}
