package dev.svc.server.demo;

import static dev.svc.server.demo.Lines.object;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;

/// Writes samples as each program writes its sessions, as far as svc reads them.
final class Stores {
    private static final DateTimeFormatter FILE_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu/MM/dd").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm").withZone(ZoneOffset.UTC);

    private Stores() {}

    static void claudeCode(Sample sample) throws IOException {
        var id = sample.id().toString();
        var lines = new Lines()
                .add(object("type", "ai-title", "aiTitle", sample.story().title(), "sessionId", id));
        var model = sample.model("claude-opus-4-8", "claude-sonnet-4-5");
        for (int i = 0; i < sample.story().talk().size(); i++) {
            var text = sample.story().talk().get(i);
            var message = Sample.isPersons(i)
                    ? object("role", "user", "content", text)
                    : object(
                            "id",
                            "msg_" + i,
                            "type",
                            "message",
                            "role",
                            "assistant",
                            "model",
                            model,
                            "content",
                            List.of(object("type", "text", "text", text)));
            var line = object(
                    "type", Sample.isPersons(i) ? "user" : "assistant", "message", message, "isSidechain", false);
            line.putAll(object(
                    "uuid",
                    id.substring(0, 35) + i,
                    "timestamp",
                    time(sample, i),
                    "userType",
                    "external",
                    "cwd",
                    sample.cwd().toString()));
            line.putAll(object(
                    "sessionId",
                    id,
                    "version",
                    "2.1.330",
                    "gitBranch",
                    sample.story().branch()));
            lines.add(line);
        }
        var folder = sample.cwd().toString().replaceAll("[^A-Za-z0-9]", "-");
        lines.write(sample.home().resolve(".claude/projects").resolve(folder).resolve(id + ".jsonl"), sample.ended());
    }

    /// @param archived whether the program's own archive holds it
    static void codex(Sample sample, boolean archived) throws IOException {
        var id = sample.id().toString();
        var meta = object(
                "session_id",
                id,
                "id",
                id,
                "timestamp",
                time(sample, 0),
                "cwd",
                sample.cwd().toString(),
                "originator",
                "codex_cli_rs");
        meta.putAll(object(
                "cli_version",
                "0.169.0",
                "source",
                "cli",
                "thread_source",
                "user",
                "git",
                object("branch", sample.story().branch())));
        var lines = new Lines().add(record(sample, 0, "session_meta", meta));
        lines.add(record(
                sample,
                0,
                "turn_context",
                object("cwd", sample.cwd().toString(), "model", sample.model("gpt-5.1-codex", "gpt-5.2"))));
        for (int i = 0; i < sample.story().talk().size(); i++) {
            var text = sample.story().talk().get(i);
            boolean persons = Sample.isPersons(i);
            lines.add(record(
                    sample,
                    i,
                    "response_item",
                    object(
                            "type",
                            "message",
                            "role",
                            persons ? "user" : "assistant",
                            "content",
                            List.of(object("type", persons ? "input_text" : "output_text", "text", text)))));
            lines.add(record(
                    sample,
                    i,
                    "event_msg",
                    object("type", persons ? "user_message" : "agent_message", "message", text)));
        }
        var folder = sample.home()
                .resolve(archived ? ".codex/archived_sessions" : ".codex/sessions/" + DAY.format(sample.begun()));
        lines.write(
                folder.resolve("rollout-" + FILE_TIME.format(sample.begun()) + "-" + id + ".jsonl"), sample.ended());
    }

    private static java.util.Map<String, Object> record(Sample sample, int turn, String type, Object payload) {
        return object("timestamp", time(sample, turn), "type", type, "payload", payload);
    }

    static void opencode(Sample sample) throws IOException {
        var storage = sample.home().resolve(".local/share/opencode/storage");
        var id = "ses_" + plain(sample).substring(0, 26);
        var session = object(
                "id",
                id,
                "slug",
                "sample",
                "version",
                "1.1.65",
                "projectID",
                "global",
                "directory",
                sample.cwd().toString(),
                "title",
                sample.story().title());
        session.put(
                "time",
                object(
                        "created",
                        sample.begun().toEpochMilli(),
                        "updated",
                        sample.ended().toEpochMilli()));
        Lines.write(storage.resolve("session/global/" + id + ".json"), Lines.text(session), sample.ended());
        for (int i = 0; i < sample.story().talk().size(); i++) {
            opencodeMessage(sample, storage, id, i);
        }
    }

    private static void opencodeMessage(Sample sample, Path storage, String session, int turn) throws IOException {
        var id = "msg_" + turn + plain(sample).substring(0, 25);
        var at = sample.at(turn);
        var message = object(
                "id",
                id,
                "sessionID",
                session,
                "role",
                Sample.isPersons(turn) ? "user" : "assistant",
                "time",
                object("created", at.toEpochMilli()));
        message.putAll(object("modelID", sample.model("qwen3-coder", "kimi-k2"), "providerID", "demo"));
        Lines.write(storage.resolve("message/" + session + "/" + id + ".json"), Lines.text(message), at);
        var part = "prt_" + turn + plain(sample).substring(0, 25);
        var text = object(
                "id",
                part,
                "sessionID",
                session,
                "messageID",
                id,
                "type",
                "text",
                "text",
                sample.story().talk().get(turn));
        Lines.write(storage.resolve("part/" + id + "/" + part + ".json"), Lines.text(text), at);
    }

    static void gemini(Sample sample) throws IOException {
        var id = sample.id().toString();
        var root = sample.home().resolve(".gemini/tmp").resolve(sample.story().place());
        Lines.write(root.resolve(".project_root"), sample.cwd().toString(), sample.begun());
        var lines = new Lines()
                .add(object(
                        "sessionId",
                        id,
                        "projectHash",
                        sha256(sample.cwd().toString()),
                        "startTime",
                        time(sample, 0),
                        "lastUpdated",
                        time(sample, 0),
                        "kind",
                        "main"));
        for (int i = 0; i < sample.story().talk().size(); i++) {
            var text = sample.story().talk().get(i);
            var line = object(
                    "id",
                    id.substring(0, 35) + i,
                    "timestamp",
                    time(sample, i),
                    "type",
                    Sample.isPersons(i) ? "user" : "gemini");
            line.put("content", Sample.isPersons(i) ? List.of(object("text", text)) : text);
            if (!Sample.isPersons(i)) {
                line.put("model", sample.model("gemini-3-pro", "gemini-3-flash"));
            }
            lines.add(line).add(object("$set", object("lastUpdated", time(sample, i))));
        }
        var name = "session-" + MINUTE.format(sample.begun()) + "-" + id.substring(0, 8) + ".jsonl";
        lines.write(root.resolve("chats").resolve(name), sample.ended());
    }

    static void kimi(Sample sample) throws IOException {
        var id = "session_" + sample.id();
        var cwd = sample.cwd().toString();
        var bucket = "wd_" + sample.story().place().replaceAll("[^A-Za-z0-9]+", "-") + "_"
                + sha256(cwd).substring(0, 12);
        var folder =
                sample.home().resolve(".kimi-code/sessions").resolve(bucket).resolve(id);
        var state = object(
                "id",
                id,
                "version",
                2,
                "cwd",
                cwd,
                "createdAt",
                sample.begun().toEpochMilli(),
                "updatedAt",
                sample.ended().toEpochMilli(),
                "archived",
                false);
        state.putAll(object(
                "lastPrompt",
                sample.story().talk().getFirst(),
                "title",
                sample.story().title(),
                "titleKind",
                "custom",
                "isCustomTitle",
                true));
        var lines = new Lines()
                .add(object(
                        "type",
                        "metadata",
                        "protocol_version",
                        "1.5",
                        "created_at",
                        sample.begun().toEpochMilli()));
        lines.add(object(
                "type",
                "llm.request",
                "agentId",
                "main",
                "model",
                "kimi-k2.5",
                "modelAlias",
                "k2.5",
                "time",
                sample.begun().toEpochMilli()));
        for (int i = 0; i < sample.story().talk().size(); i++) {
            lines.add(kimiTurn(sample, i));
        }
        lines.write(folder.resolve("agents/main/wire.jsonl"), sample.ended());
        Lines.write(folder.resolve("state.json"), Lines.text(state), sample.ended());
    }

    private static java.util.Map<String, Object> kimiTurn(Sample sample, int turn) {
        var part = object("type", "text", "text", sample.story().talk().get(turn));
        long at = sample.at(turn).toEpochMilli();
        return Sample.isPersons(turn)
                ? object(
                        "type",
                        "turn.prompt",
                        "agentId",
                        "main",
                        "input",
                        List.of(part),
                        "origin",
                        object("kind", "user"),
                        "turnId",
                        turn / 2,
                        "time",
                        at)
                : object(
                        "type",
                        "context.append_loop_event",
                        "agentId",
                        "main",
                        "event",
                        object("type", "content.part", "turnId", "" + turn / 2, "step", 1, "part", part),
                        "time",
                        at);
    }

    static void antigravity(Sample sample, Lines history) throws IOException {
        var id = sample.id().toString();
        var root = sample.home().resolve(".gemini/antigravity-cli");
        var lines = new Lines();
        for (int i = 0; i < sample.story().talk().size(); i++) {
            var text = sample.story().talk().get(i);
            boolean persons = Sample.isPersons(i);
            var at = sample.at(i).truncatedTo(ChronoUnit.SECONDS).toString();
            lines.add(object(
                    "step_index",
                    i,
                    "source",
                    persons ? "USER_EXPLICIT" : "MODEL",
                    "type",
                    persons ? "USER_INPUT" : "PLANNER_RESPONSE",
                    "status",
                    "DONE",
                    "created_at",
                    at,
                    "content",
                    persons ? "<USER_REQUEST>\n" + text + "\n</USER_REQUEST>" : text));
            if (persons) {
                history.add(object(
                        "display",
                        text,
                        "timestamp",
                        sample.at(i).toEpochMilli(),
                        "workspace",
                        sample.cwd().toString(),
                        "conversationId",
                        id));
            }
        }
        AntigravityDatabase.write(root.resolve("conversations").resolve(id + ".db"), sample);
        lines.write(
                root.resolve("brain").resolve(id).resolve(".system_generated/logs/transcript.jsonl"), sample.ended());
    }

    private static String time(Sample sample, int turn) {
        return sample.at(turn).truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static String plain(Sample sample) {
        return sample.id().toString().replace("-", "");
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
