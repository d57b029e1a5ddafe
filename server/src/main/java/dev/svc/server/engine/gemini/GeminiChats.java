package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.turn.AgentBudget;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.SubAgents;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Finds the files of a session and takes its turns from the authoritative one.
record GeminiChats(GeminiFolder folder) {
    private static final int IN_NAME = 8;

    List<Turn> turns(String nativeId, Detail detail) throws IOException {
        return turns(nativeId, detail, new SubAgents());
    }

    private List<Turn> turns(String nativeId, Detail detail, SubAgents agents) throws IOException {
        var turns = new ArrayList<Turn>();
        for (var turn : telling(nativeId, detail).turns()) {
            turns.add(turn.turn(
                    turn.agent().isEmpty()
                            ? List.of()
                            : agents.read(inner -> turns(turn.agent(), Detail.BRIEF, inner))));
        }
        return turns;
    }

    /// Tells what the calls of the conversation did to files.
    boolean deeds(String nativeId, EditSink sink) throws IOException {
        deeds(nativeId, sink, new AgentBudget());
        return true;
    }

    private void deeds(String nativeId, EditSink sink, AgentBudget agents) throws IOException {
        agents.tell(telling(nativeId, Detail.DEEDS).turns(), sink, (id, inner) -> {
            try {
                deeds(id, inner, agents);
            } catch (NoSuchFileException gone) {
                inner.leftOut();
            }
        });
    }

    /// Of several files with one id, the one whose conversation is the newest, as in the list.
    private GeminiChat telling(String nativeId, Detail detail) throws IOException {
        var chats = new ArrayList<GeminiChat>();
        for (var file : files(nativeId)) {
            var chat = GeminiChat.read(file, detail);
            if (chat.replay().sessionId().equals(nativeId)) {
                chats.add(chat);
            }
        }
        return chats.stream()
                .filter(chat -> chat.replay().messages().count() > 0)
                .max(Comparator.comparing(chat -> chat.replay().updated()))
                .or(() -> chats.stream().findFirst())
                .orElseThrow(() -> new NoSuchFileException(nativeId, null, "no chat of this session"));
    }

    /// The files that hold this session: names alone do not tell it from one that begins alike.
    List<FileStamp> own(String nativeId) throws IOException {
        return own(nativeId, files(nativeId));
    }

    /// Those of some files that hold this session.
    static List<FileStamp> own(String nativeId, List<FileStamp> files) throws IOException {
        var own = new ArrayList<FileStamp>();
        for (var file : files) {
            if (ChatFile.glance(file, new Unreadables()).replay().sessionId().equals(nativeId)) {
                own.add(file);
            }
        }
        return own;
    }

    /// What the name of a file has of the session's id, which is that of a person's.
    static String inName(String nativeId) {
        return nativeId.substring(0, Math.min(IN_NAME, nativeId.length()));
    }

    private List<FileStamp> files(String nativeId) throws IOException {
        var files = new ArrayList<FileStamp>();
        if (!GeminiProvider.ID.matcher(nativeId).matches()) {
            return files;
        }
        var main = "/" + inName(nativeId);
        for (var project : folder.projectFolders()) {
            for (var piece : folder.piecesOf(project)) {
                if (piece.key().endsWith(main) || piece.key().endsWith("/" + nativeId)) {
                    files.addAll(piece.files());
                }
            }
        }
        return files;
    }
}
