package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Reading.Hint;
import dev.svc.server.engine.gemini.ProjectFolders.Folder;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds one session from its files. A resume in a later minute leaves a file with only a header, while the
/// conversation continues in the first; so the file with the newest conversation is authoritative, and the others only
/// date it.
record GeminiRow(
        List<ChatFile> files,
        ChatFile telling,
        @Nullable String parent,
        @Nullable Folder folder) {
    /// Hint: the digest of the folder that a session was held in.
    static final String PROJECT = "project";

    /// Empty when nothing of the session is visible, and for a sub-agent without a parent: the program lists neither.
    static Optional<GeminiRow> of(List<ChatFile> files, ProjectFolders roots) throws IOException {
        var found = files.stream()
                .filter(file -> file.replay().messages().count() > 0)
                .max(Comparator.comparing(file -> file.replay().updated()));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var path = found.get().stamp().path();
        var parent = GeminiFolder.parentOf(path);
        if (parent.isEmpty() && found.get().replay().isSubAgents()) {
            return Optional.empty();
        }
        for (var file : files) {
            found.get().replay().isToldBeside(file.replay());
        }
        var folder = roots.folderOf(GeminiFolder.projectOf(path));
        return Optional.of(new GeminiRow(files, found.get(), parent.orElse(null), folder.orElse(null)));
    }

    SessionFacts facts(int damage) {
        boolean whole = files.stream().allMatch(ChatFile::isWhole);
        return telling.replay()
                .facts(
                        whole ? telling.replay().messages().count() : -1,
                        folder == null ? null : folder.path(),
                        parent == null ? null : new SessionId(EngineKey.GEMINI, parent),
                        files.stream().mapToLong(file -> file.stamp().size()).sum(),
                        damage);
    }

    /// Without a note that fits, only the digest of the folder is known.
    List<Hint> hints() {
        String digest = telling.replay().projectHash();
        return folder != null && folder.digest().equals(digest)
                ? List.of()
                : List.of(new Hint(telling.replay().sessionId(), PROJECT, digest));
    }

    /// How to continue from here; an old document is always read whole.
    String memo() {
        if (!telling.isLog()) {
            return "";
        }
        var others = files.stream()
                .filter(file -> !file.stamp().equals(telling.stamp()))
                .map(file -> new GeminiMemo.Other(ChatFile.name(file.stamp()), file.mark()))
                .toList();
        String messages = telling.replay().messages().memo();
        return new GeminiMemo(ChatFile.name(telling.stamp()), telling.mark(), messages, others).toString();
    }
}
