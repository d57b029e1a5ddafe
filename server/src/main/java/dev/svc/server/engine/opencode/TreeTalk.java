package dev.svc.server.engine.opencode;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnMaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;

/// The conversations of the JSON tree, a file a record.
record TreeTalk(OpencodeTree tree, Brand brand) {

    List<TurnMaker> makers(String nativeId, Detail detail) throws IOException {
        var session = tree.session(nativeId).orElseThrow(() -> brand.unknown(nativeId));
        var hiddenFrom = record(session).member("revert").member("messageID").text();
        var outline = new Outline();
        var files = new ArrayList<FileStamp>();
        for (var message : tree.messagesOf(nativeId)) {
            var id = OpencodeTree.stem(message.path());
            if (hiddenFrom.isEmpty() || id.compareTo(hiddenFrom) < 0) {
                message(message, files, outline);
                for (var part : tree.partsOf(id)) {
                    part(part, files, outline);
                }
            }
        }
        var makers = new ArrayList<TurnMaker>();
        for (var step : outline.steps()) {
            makers.add(maker(step, files, detail));
        }
        return makers;
    }

    private static void message(FileStamp file, List<FileStamp> files, Outline outline) throws IOException {
        var message = record(file);
        outline.message(
                files.size(),
                OpencodeTree.stem(file.path()),
                message.member("role").text(),
                message.member("summary").isTrue(),
                message.member("error").isObject(),
                file.size());
        files.add(file);
    }

    private static void part(FileStamp file, List<FileStamp> files, Outline outline) throws IOException {
        var part = record(file);
        outline.part(
                files.size(),
                part.member("type").text(),
                !part.member("text").text(1_000).isBlank(),
                part.member("synthetic").isTrue(),
                file.size());
        files.add(file);
    }

    private static TurnMaker maker(Outline.Step step, List<FileStamp> files, Detail detail) throws IOException {
        var maker = new TurnMaker(detail);
        OpencodeTurn.tellMessage(step.kind(), record(files.get((int) step.message())), maker);
        for (long part : step.parts()) {
            OpencodeTurn.tellPart(step.kind(), record(files.get((int) part)), maker);
        }
        return maker;
    }

    /// One whole file; nothing when it vanished or is closed to us.
    private static JsonView record(FileStamp file) throws IOException {
        try {
            return JsonView.of(new String(StoreFile.head(file.path()), StandardCharsets.UTF_8));
        } catch (FileSystemException goneOrClosed) {
            return JsonView.of("");
        }
    }
}
