package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the sessions of one piece, continuing from the previous reading where possible.
record GeminiSessions(Piece piece, ProjectFolders roots) {

    Reading glance() throws IOException {
        return whole(ChatFile::glance);
    }

    Reading read(@Nullable Reading before) throws IOException {
        var memo = GeminiMemo.of(before);
        if (before != null && memo.isPresent()) {
            var goneOn = readOn(memo.get(), before);
            if (goneOn.isPresent()) {
                return goneOn.get();
            }
        }
        return whole(ChatFile::read);
    }

    @FunctionalInterface
    private interface Opening {
        ChatFile file(FileStamp stamp, Unreadables unreadable) throws IOException;
    }

    private Reading whole(Opening opening) throws IOException {
        var unreadable = new Unreadables();
        var sessions = new LinkedHashMap<String, List<ChatFile>>();
        boolean complete = true;
        for (var stamp : piece.files()) {
            var file = opening.file(stamp, unreadable);
            complete &= file.isWhole();
            String id = file.replay().sessionId();
            if (GeminiProvider.ID.matcher(id).matches()) {
                sessions.computeIfAbsent(id, none -> new ArrayList<>()).add(file);
            } else if (stamp.size() > 0) {
                unreadable.add("header", "");
            }
        }
        return reading(sessions, unreadable, complete);
    }

    private Reading reading(Map<String, List<ChatFile>> sessions, Unreadables unreadable, boolean complete)
            throws IOException {
        var rows = new ArrayList<GeminiRow>();
        for (var files : sessions.values()) {
            GeminiRow.of(files, roots).ifPresent(rows::add);
        }
        boolean single = sessions.size() == 1 && rows.size() == 1;
        int damage = single ? unreadable.total() : 0;
        return new Reading(
                rows.stream().map(row -> row.facts(damage)).toList(),
                rows.stream().flatMap(row -> row.hints().stream()).toList(),
                unreadable.list(),
                single && complete ? rows.getFirst().memo() : "",
                complete);
    }

    /// Reads what was appended to the file that tells the session; empty when anything else happened.
    private Optional<Reading> readOn(GeminiMemo memo, Reading before) throws IOException {
        var grown = grown(memo);
        if (grown.isEmpty()) {
            return Optional.empty();
        }
        var facts = before.sessions().getFirst();
        var unreadable = new Unreadables(before.unreadable());
        var replay = new ChatReplay(unreadable, new Messages(memo.messages(), facts.firstMessage()), facts);
        var file = ChatFile.readOn(grown.get(), memo.mark(), replay);
        if (replay.isLost()) {
            return Optional.empty();
        }
        var now =
                replay.facts(replay.messages().count(), facts.cwd(), facts.parent(), piece.size(), unreadable.total());
        var next = new GeminiMemo(memo.name(), file.mark(), replay.messages().memo(), memo.others());
        return Optional.of(new Reading(List.of(now), before.hints(), unreadable.list(), next.toString(), true));
    }

    /// The file that tells the session, when it holds what was read and no other file of the piece changed.
    private Optional<FileStamp> grown(GeminiMemo memo) throws IOException {
        Optional<FileStamp> telling = Optional.empty();
        for (var stamp : piece.files()) {
            String name = ChatFile.name(stamp);
            boolean tells = name.equals(memo.name());
            var mark = tells ? Optional.of(memo.mark()) : memo.other(name);
            if (mark.isEmpty() || !isAsRead(stamp, mark.get(), tells)) {
                return Optional.empty();
            }
            telling = tells ? Optional.of(stamp) : telling;
        }
        return piece.files().size() == memo.others().size() + 1 ? telling : Optional.empty();
    }

    private static boolean isAsRead(FileStamp stamp, ReadMark mark, boolean mayHaveGrown) throws IOException {
        try (var channel = JsonLines.open(stamp.path())) {
            return mark.holds(channel) && (mayHaveGrown || channel.size() == mark.offset());
        }
    }
}
