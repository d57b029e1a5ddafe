package dev.svc.server.engine.codex;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.turn.LogPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what a forked rollout continues: the first bytes of its parent, which may itself continue another one.
/// Rollouts only grow, so those bytes never change.
final class CodexAncestors {
    private static final int MOST = 50;
    private static final int VERSION_AT = 14;

    private final CodexHome home;

    CodexAncestors(CodexHome home) {
        this.home = home;
    }

    /// Adds what was said before the fork. A missing parent adds nothing: the fork then begins with its own words.
    void inherit(CodexTally fork, boolean onlyTheFirst) throws IOException {
        inherit(fork, onlyTheFirst, MOST);
    }

    private void inherit(CodexTally fork, boolean onlyTheFirst, int generations) throws IOException {
        var base = fork.base();
        if (base == null || generations == 0) {
            return;
        }
        var said = said(base, onlyTheFirst);
        if (said.isPresent()) {
            inherit(said.get(), onlyTheFirst, generations - 1);
            fork.inherit(said.get());
        }
    }

    /// Empty when the parent is missing. One that vanishes between the look and the opening is looked for once more: it
    /// may just have been compressed, expanded or archived.
    private Optional<CodexTally> said(CodexMeta.Base base, boolean onlyTheFirst) throws IOException {
        for (int tries = 0; tries < 2; tries++) {
            var file = find(base.thread());
            if (file.isEmpty()) {
                return Optional.empty();
            }
            var said = new CodexTally();
            try {
                CodexLog.read(CodexLog.stamp(file.get()), base.end(), line -> {
                    said.line(line);
                    return !(onlyTheFirst && said.knowsItsBeginning());
                });
                return Optional.of(said);
            } catch (NoSuchFileException moved) {
                // the next try finds where it is now
            }
        }
        return Optional.empty();
    }

    /// The session's log: the parts of others that it continues, then its own rollout.
    List<LogPart> parts(String nativeId) throws IOException {
        var own = CodexHome.ID.matcher(nativeId).matches() ? find(nativeId) : Optional.<Path>empty();
        var file = own.orElseThrow(() -> new NoSuchFileException(nativeId, null, "no rollout of this session"));
        var parts = new ArrayList<>(List.of(LogPart.whole(file)));
        var base = base(file);
        while (base != null && parts.size() <= MOST) {
            var parent = find(base.thread());
            if (parent.isEmpty()) {
                break;
            }
            parts.addFirst(new LogPart(parent.get(), base.end()));
            base = base(parent.get());
        }
        return parts;
    }

    /// The session that a rollout continues; empty when it begins by itself, or is not there.
    Optional<String> parent(String nativeId) throws IOException {
        var file = find(nativeId);
        return file.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(base(file.get())).map(CodexMeta.Base::thread);
    }

    /// The session that copies of this one's records come from, however often they were copied: the first of the
    /// forks. A rollout that continues another one without repeating it has no copies.
    String origin(CodexMeta fork) throws IOException {
        var meta = fork;
        for (int generations = 0; generations < MOST && meta.base() == null; generations++) {
            var parent = meta.forkedFrom;
            if (!CodexHome.ID.matcher(parent).matches() || parent.equals(meta.id)) {
                break;
            }
            var file = find(parent);
            var older = file.isEmpty() ? Optional.<CodexMeta>empty() : CodexStore.meta(file.get());
            if (older.isEmpty()) {
                return parent;
            }
            meta = older.get();
        }
        return meta.id;
    }

    private static CodexMeta.@Nullable Base base(Path file) throws IOException {
        return CodexStore.meta(file).map(CodexMeta::base).orElse(null);
    }

    /// Looks where a rollout of that id must be, then everywhere.
    Optional<Path> find(String id) throws IOException {
        for (var day : days(id)) {
            var found = named(home.live(), day, id);
            if (found.isPresent()) {
                return found;
            }
        }
        var archived = named(home.archive(), Path.of(""), id);
        return archived.isPresent() ? archived : search(id);
    }

    /// The id of a newer rollout begins with its time; the folder is named by the day it was where the program ran.
    private static Iterable<Path> days(String id) {
        if (id.charAt(VERSION_AT) != '7') {
            return List.of();
        }
        long began = Long.parseLong(id.substring(0, 8) + id.substring(9, 13), 16);
        var day = LocalDate.ofInstant(Instant.ofEpochMilli(began), ZoneOffset.UTC);
        return java.util.stream.Stream.of(day, day.plusDays(1), day.minusDays(1))
                .map(date ->
                        Path.of("%04d/%02d/%02d".formatted(date.getYear(), date.getMonthValue(), date.getDayOfMonth())))
                .toList();
    }

    private static Optional<Path> named(StoreTree tree, Path day, String id) throws IOException {
        var folder = tree.place().resolve(day);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (var files = Files.newDirectoryStream(folder, file -> isOf(file, id))) {
            for (var file : files) {
                var found = CodexLog.find(tree, day.resolve(String.valueOf(file.getFileName())));
                if (found.isPresent()) {
                    return found.map(FileStamp::path);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isOf(Path file, String id) {
        var name = String.valueOf(file.getFileName());
        return name.contains(id) && CodexHome.id(name).filter(id::equals).isPresent();
    }

    private Optional<Path> search(String id) throws IOException {
        var found = new Object() {
            @Nullable
            Path path;
        };
        home.live().walk(CodexStore.DEPTH, stamp -> {
            if (isOf(stamp.path(), id) && !CodexLog.isReplaced(stamp.path())) {
                found.path = stamp.path();
            }
        });
        return Optional.ofNullable(found.path);
    }
}
