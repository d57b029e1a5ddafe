package dev.svc.server.engine.pi;

import java.util.Set;

/// The entries and messages of the session files that are understood.
final class PiKinds {
    static final String TITLE = "session_info";
    static final String MODEL = "model_change";
    static final String COMPACTION = "compaction";
    static final String BRANCH = "branch_summary";

    /// Changes what the model is told, not what was said.
    static final String EDIT = "context_edit";

    private static final Set<String> ENTRIES = Set.of(
            PiEntry.HEADER,
            PiEntry.MESSAGE,
            TITLE,
            MODEL,
            COMPACTION,
            BRANCH,
            EDIT,
            "custom",
            "custom_message",
            "label",
            "thinking_level_change",
            "usage");

    private static final Set<String> ROLES = Set.of(
            "assistant",
            "bashExecution",
            "branchSummary",
            "compactionSummary",
            "custom",
            "hookMessage",
            "system",
            "toolResult",
            "user");

    private PiKinds() {}

    /// What is not understood of it, in the words of a count; empty where it is.
    static String unknown(PiEntry entry) {
        if (!ENTRIES.contains(entry.kind)) {
            return entry.kind.isEmpty() ? "entry without a type" : entry.kind;
        }
        boolean isKnown = !entry.kind.equals(PiEntry.MESSAGE) || ROLES.contains(entry.role);
        return isKnown ? "" : "message of " + (entry.role.isEmpty() ? "nobody" : entry.role);
    }
}
