package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// A tree of small files: the session, its messages, their parts. Kilo has the same in a folder of its own.
///
/// @param alias of the program; its command and its folder are called so too
record DemoOpencode(EngineKey engine, String alias) implements Store {
    @Override
    public String command() {
        return alias;
    }

    @Override
    public String nativeId(Sample sample) {
        return "ses_" + sample.plainId().substring(0, 26);
    }

    @Override
    public void write(Sample sample) throws IOException {
        var storage = sample.home().resolve(".local/share").resolve(alias).resolve("storage");
        var id = nativeId(sample);
        var session = object("id", id, "slug", "sample", "version", "1.1.65", "projectID", "global");
        session.putAll(object(
                "directory", sample.cwd().toString(), "title", sample.story().title()));
        session.put(
                "time",
                object(
                        "created",
                        sample.begun().toEpochMilli(),
                        "updated",
                        sample.ended().toEpochMilli()));
        JsonLinesFile.write(
                storage.resolve("session/global/" + id + ".json"), JsonLinesFile.text(session), sample.ended());
        var words = sample.words();
        for (int turn = 0; turn < words.size(); turn++) {
            message(sample, storage, turn, words.get(turn));
        }
    }

    private static Map<String, Object> tokens(DemoUse use) {
        var cache = object("read", use.cached(), "write", use.written());
        return object("input", use.fresh(), "output", use.output(), "reasoning", 0, "cache", cache);
    }

    private void message(Sample sample, Path storage, int turn, Said said) throws IOException {
        var session = nativeId(sample);
        var id = "msg_" + turn + sample.plainId().substring(0, 25);
        var at = sample.at(said);
        var message = object("id", id, "sessionID", session, "role", said.isPersons() ? "user" : "assistant");
        message.put("time", object("created", at.toEpochMilli(), "completed", at.toEpochMilli()));
        message.putAll(object("modelID", sample.model("qwen3-coder", "kimi-k2"), "providerID", "demo"));
        if (!said.isPersons()) {
            message.putAll(object("cost", 0, "tokens", tokens(DemoUse.of(sample, said))));
        }
        JsonLinesFile.write(
                storage.resolve("message/" + session + "/" + id + ".json"), JsonLinesFile.text(message), at);
        var part = "prt_" + turn + sample.plainId().substring(0, 25);
        var text = object("id", part, "sessionID", session, "messageID", id, "type", "text", "text", said.text());
        JsonLinesFile.write(storage.resolve("part/" + id + "/" + part + ".json"), JsonLinesFile.text(text), at);
    }
}
