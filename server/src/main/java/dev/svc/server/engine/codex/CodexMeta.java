package dev.svc.server.engine.codex;

import dev.svc.server.engine.json.JsonView;
import org.jspecify.annotations.Nullable;

/// The first line of a rollout: whose it is, where it was started, and what it continues.
final class CodexMeta {
    String id = "";
    String version = "";

    @Nullable
    String cwd;

    @Nullable
    String branch;

    boolean paginated;
    String forkedFrom = "";
    boolean subAgent;
    private String parent = "";
    private String tree = "";
    private String baseThread = "";
    private long baseEnd;

    private CodexMeta() {}

    /// The part of another rollout that this one continues without repeating it.
    record Base(String thread, long end) {}

    static CodexMeta of(JsonView payload) {
        var meta = new CodexMeta();
        payload.members(meta::take);
        return meta;
    }

    private void take(String key, JsonView value) {
        switch (key) {
            case "id" -> id = value.text();
            case "cli_version" -> version = value.text();
            case "cwd" -> cwd = value.text();
            case "session_id" -> tree = value.text();
            case "parent_thread_id" -> parent = value.text();
            case "forked_from_id" -> forkedFrom = value.text();
            case "history_mode" -> paginated = value.text().equals("paginated");
            case "thread_source" -> subAgent |= value.text().equals("subagent");
            case "source" -> value.members(this::takeSource);
            case "history_base" -> value.members(this::takeBase);
            case "git" -> value.members((name, text) -> branch = name.equals("branch") ? text.text() : branch);
            default -> {}
        }
    }

    private void takeSource(String key, JsonView value) {
        if (key.equals("subagent")) {
            subAgent = true;
            value.members((how, spawn) ->
                    spawn.members((name, text) -> parent = name.equals("parent_thread_id") ? text.text() : parent));
        }
    }

    private void takeBase(String key, JsonView value) {
        if (key.equals("thread_id")) {
            baseThread = value.text();
        } else if (key.equals("end_byte_offset")) {
            baseEnd = value.number(0);
        }
    }

    @Nullable
    Base base() {
        return CodexHome.ID.matcher(baseThread).matches() && baseEnd > 0 ? new Base(baseThread, baseEnd) : null;
    }

    /// Whether a person started it: neither a sub-agent nor a fork.
    boolean isBegun() {
        return !subAgent && forkedFrom.isEmpty() && base() == null;
    }

    /// The session that started this one, when the rollout says so.
    @Nullable
    String parent() {
        var named = parent.isEmpty() ? tree : parent;
        return subAgent && CodexHome.ID.matcher(named).matches() && !named.equals(id) ? named : null;
    }
}
