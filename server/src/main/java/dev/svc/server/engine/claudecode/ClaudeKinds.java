package dev.svc.server.engine.claudecode;

import java.util.Set;

/// The record types of the transcripts.
final class ClaudeKinds {
    static final String CUSTOM_TITLE = "custom-title";
    static final String AI_TITLE = "ai-title";
    static final String SUMMARY = "summary";

    /// Known to say nothing about a session's row; their bytes are passed over.
    private static final Set<String> MACHINERY = Set.of(
            "agent-color",
            "agent-name",
            "agent-setting",
            "api-request",
            "api-request-blob",
            "api-request-resumed",
            "api-request-shape",
            "artifact-autoreact-ledger",
            "artifact-comment-monitor",
            "atis-latch",
            "attribution-snapshot",
            "bridge-session",
            "content-replacement",
            "continued-in",
            "cost-state",
            "data-flow-incomplete",
            "data-flow-records",
            "derived-from",
            "dev-mods",
            "ended-by-model",
            "file-history-delta",
            "file-history-snapshot",
            "fork-context-ref",
            "frame-link",
            "history-suppression",
            "host-row",
            "hybrid-organization",
            "isolation-latch",
            "last-prompt",
            "memory-mode",
            "mode",
            "observer-ref",
            "permission-mode",
            "pr-link",
            "queue-operation",
            "relocated",
            "repl-mode",
            "resume-head-vouch",
            "session-owner",
            "tag",
            "tools-used",
            "worktree-state");

    /// Understood, but nothing that a person or the model said.
    private static final Set<String> SILENT = Set.of("system", "attachment", "progress");

    private ClaudeKinds() {}

    static boolean isMachinery(String kind) {
        return MACHINERY.contains(kind);
    }

    static boolean isTitle(String kind) {
        return kind.equals(CUSTOM_TITLE) || kind.equals(AI_TITLE) || kind.equals(SUMMARY);
    }

    static boolean isUnderstood(String kind) {
        return kind.equals("user")
                || kind.equals("assistant")
                || isTitle(kind)
                || SILENT.contains(kind)
                || isMachinery(kind);
    }
}
