package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where things lie below Antigravity's home folder. Files are named by their real path, so that a link on the way
/// shows.
record AgyFolder(Path root) {
    static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    static final String LAST = "cache/last_conversations.json";
    static final String HISTORY = "history.jsonl";
    static final String SUMMARIES = "conversation_summaries.db";
    static final String DATABASE = ".db";
    static final String LOG = ".db-wal";

    /// The form before databases, which only the program can open.
    static final String SEALED = ".pb";

    static final String ANNOTATION = ".pbtxt";

    private static final List<String> LISTS = List.of(LAST, HISTORY, SUMMARIES);
    private static final List<String> SUFFIXES = List.of(DATABASE, LOG, SEALED);
    private static final String LOGS = ".system_generated/logs";
    private static final List<String> TRANSCRIPTS = List.of("transcript.jsonl", "transcript_full.jsonl");

    private static final int ID_LENGTH = 36;

    void walk(Consumer<Piece> pieces) throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        for (String list : LISTS) {
            listPiece(list).ifPresent(pieces);
        }
        var annotated = namesIn("annotations");
        var beside = Beside.of(root);
        for (var entry : conversations().entrySet()) {
            String id = entry.getKey();
            pieces.accept(beside.piece(id, entry.getValue(), annotated.contains(id + ANNOTATION)));
        }
    }

    /// The piece that a changed file belongs to.
    Optional<Piece> pieceOf(Path changed) throws IOException {
        var below = new StoreTree(root).inside(changed);
        if (below.isEmpty() || !Files.isDirectory(root)) {
            return Optional.empty();
        }
        String name = below.get().toString();
        var list = LISTS.stream()
                .filter(one -> name.equals(one) || name.equals(one + "-wal"))
                .findFirst();
        return list.isPresent() ? listPiece(list.get()) : findId(below.get()).flatMap(this::conversationPiece);
    }

    /// The files of each conversation by its id; at least one of them has content.
    Map<String, List<FileStamp>> conversations() throws IOException {
        var found = new HashMap<String, List<FileStamp>>();
        new StoreTree(root.resolve("conversations")).walk(1, file -> {
            String name = file.path().getFileName().toString();
            if (isOfConversation(name)) {
                found.computeIfAbsent(name.substring(0, ID_LENGTH), id -> new ArrayList<>(2))
                        .add(file);
            }
        });
        found.values().removeIf(files -> files.stream().allMatch(file -> isNamed(file, LOG)));
        found.values().forEach(AgyFolder::dropSealed);
        return found;
    }

    static boolean isNamed(FileStamp file, String suffix) {
        return file.path().toString().endsWith(suffix);
    }

    /// A database is the conversation's later form.
    private static void dropSealed(List<FileStamp> files) {
        files.sort(Comparator.comparing(file -> file.path().toString()));
        if (files.stream().anyMatch(file -> isNamed(file, DATABASE))) {
            files.removeIf(file -> isNamed(file, SEALED));
        }
    }

    private static boolean isOfConversation(String name) {
        return name.length() > ID_LENGTH
                && SUFFIXES.contains(name.substring(ID_LENGTH))
                && ID.matcher(name.substring(0, ID_LENGTH)).matches();
    }

    /// The files of one conversation.
    ///
    /// @throws NoSuchFileException when there is none of that id
    List<Path> files(String nativeId) throws IOException {
        var piece = ID.matcher(nativeId).matches() && Files.isDirectory(root)
                ? conversationPiece(nativeId)
                : Optional.<Piece>empty();
        return piece
                .orElseThrow(() -> new NoSuchFileException(nativeId, null, "no such conversation of Antigravity"))
                .files()
                .stream()
                .map(FileStamp::path)
                .toList();
    }

    private Optional<Piece> conversationPiece(String id) {
        Path folder = StoreFile.real(root.resolve("conversations"));
        var files = SUFFIXES.stream()
                .flatMap(suffix -> StoreFile.stamp(folder.resolve(id + suffix)).stream())
                .collect(Collectors.toCollection(ArrayList::new));
        if (files.stream().allMatch(file -> isNamed(file, LOG))) {
            return Optional.empty();
        }
        dropSealed(files);
        return Optional.of(Beside.of(root).piece(id, files, true));
    }

    /// The folders with what lies beside the databases.
    private record Beside(Path brain, Path annotations) {
        static Beside of(Path root) {
            return new Beside(StoreFile.real(root.resolve("brain")), StoreFile.real(root.resolve("annotations")));
        }

        /// The transcript first, which grows.
        Piece piece(String id, List<FileStamp> conversation, boolean annotated) {
            var files = new ArrayList<FileStamp>();
            Path logs = brain.resolve(id).resolve(LOGS);
            TRANSCRIPTS.stream()
                    .flatMap(name -> StoreFile.stamp(logs.resolve(name)).stream())
                    .findFirst()
                    .ifPresent(files::add);
            files.addAll(conversation);
            if (annotated) {
                StoreFile.stamp(annotations.resolve(id + ANNOTATION)).ifPresent(files::add);
            }
            return new Piece(id, files);
        }
    }

    private Optional<Piece> listPiece(String name) throws IOException {
        var tree = new StoreTree(root);
        var file = tree.find(Path.of(name));
        if (file.isEmpty()) {
            return Optional.empty();
        }
        var log = name.equals(SUMMARIES) ? tree.find(Path.of(name + "-wal")) : Optional.<FileStamp>empty();
        return Optional.of(
                new Piece(name, Stream.concat(file.stream(), log.stream()).toList()));
    }

    /// The conversation that a path below the root speaks of.
    private static Optional<String> findId(Path below) {
        String name = below.getFileName().toString();
        Optional<String> id = switch (below.getName(0).toString()) {
            case "conversations" -> Optional.of(name).filter(AgyFolder::isOfConversation);
            case "annotations" -> Optional.of(name).filter(file -> file.length() == ID_LENGTH + ANNOTATION.length());
            case "brain" ->
                below.getNameCount() < 2
                        ? Optional.empty()
                        : Optional.of(below.getName(1).toString()).filter(folder -> concerns(below));
            default -> Optional.empty();
        };
        return id.filter(file -> file.length() >= ID_LENGTH)
                .map(file -> file.substring(0, ID_LENGTH))
                .filter(file -> ID.matcher(file).matches());
    }

    /// A transcript, or a folder that one may have come with.
    private static boolean concerns(Path below) {
        if (below.getNameCount() == 2) {
            return true;
        }
        Path inBrain = below.subpath(2, below.getNameCount());
        return Path.of(LOGS).startsWith(inBrain)
                || TRANSCRIPTS.stream().anyMatch(name -> inBrain.equals(Path.of(LOGS, name)));
    }

    private Set<String> namesIn(String folder) throws IOException {
        var names = new HashSet<String>();
        new StoreTree(root.resolve(folder))
                .walk(1, file -> names.add(file.path().getFileName().toString()));
        return names;
    }
}
