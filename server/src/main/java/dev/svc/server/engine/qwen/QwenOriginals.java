package dev.svc.server.engine.qwen;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.usage.LoggedUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A chat with the logs of its sub-agents and the files it can rewind to, both of which the program deletes long before
/// the chat. One that was put away keeps the names it had: it is the same session.
final class QwenOriginals implements Originals {
    private static final String HISTORY = "file-history";

    private final QwenHome home;
    private final OriginalTree chats;
    private final OriginalTree history;

    QwenOriginals(QwenHome home) {
        this.home = home;
        this.chats = new OriginalTree(QwenHome.PROJECTS, home.projects().place());
        this.history = new OriginalTree(HISTORY, home.own().resolve(HISTORY));
    }

    /// The chat alone: what sub-agents used is told there.
    List<LoggedUsage.Log> chats(String nativeId) throws IOException {
        return home.chat(nativeId)
                .map(stamp -> List.of(chat(nativeId, stamp).usageLog()))
                .orElse(List.of());
    }

    private Original chat(String nativeId, FileStamp stamp) {
        var project = QwenHome.project(stamp.path()).toString();
        return chats.original(stamp, QwenHome.place(project, nativeId), Original.Kind.LOG);
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        var chat = home.chat(nativeId);
        if (chat.isEmpty()) {
            return List.of();
        }
        var found = new ArrayList<Original>();
        found.add(chat(nativeId, chat.get()));
        found.addAll(chats.all(QwenHome.agents(QwenHome.project(chat.get().path()), nativeId)));
        found.addAll(history.all(Path.of(nativeId)));
        return found;
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return home.chat(nativeId).isPresent();
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        return folders.moves(cwd) ? Optional.of(new QwenMoving(cwd, folders)) : Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        var place = chats.place(name);
        return place.isPresent() ? place : history.place(name);
    }
}
