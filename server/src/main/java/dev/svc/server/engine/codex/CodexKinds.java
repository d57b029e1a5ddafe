package dev.svc.server.engine.codex;

import java.util.Set;

/// The known types of records, events and items in rollouts that say nothing about a session's row.
final class CodexKinds {
    private static final Set<String> RECORDS = Set.of(
            "response_item",
            "compacted",
            "world_state",
            "token_usage_record",
            "inter_agent_communication",
            "inter_agent_communication_metadata",
            "realtime_item",
            "retained_context",
            "security_risk_score",
            "rollout_reference");

    private static final Set<String> EVENTS = Set.of(
            "agent_reasoning",
            "agent_reasoning_raw_content",
            "agent_reasoning_section_break",
            "background_event",
            "collab_agent_interaction_begin",
            "collab_agent_interaction_end",
            "collab_agent_spawn_begin",
            "collab_agent_spawn_end",
            "collab_close_begin",
            "collab_close_end",
            "collab_resume_begin",
            "collab_resume_end",
            "collab_waiting_begin",
            "collab_waiting_end",
            "context_compacted",
            "deprecation_notice",
            "dynamic_tool_call_request",
            "dynamic_tool_call_response",
            "entered_review_mode",
            "error",
            "exec_command_begin",
            "exec_command_end",
            "exited_review_mode",
            "guardian_assessment",
            "image_generation_begin",
            "image_generation_end",
            "item_started",
            "mcp_tool_call_begin",
            "mcp_tool_call_end",
            "model_reroute",
            "patch_apply_begin",
            "patch_apply_end",
            "plan_update",
            "realtime_conversation_closed",
            "stream_error",
            "sub_agent_activity",
            "task_complete",
            "task_started",
            "thread_goal_updated",
            "thread_name_updated",
            "thread_rolled_back",
            "thread_settings_applied",
            "token_count",
            "turn_aborted",
            "turn_complete",
            "turn_diff",
            "turn_started",
            "undo_completed",
            "undo_started",
            "view_image_tool_call",
            "warning",
            "web_search_begin",
            "web_search_end");

    private static final Set<String> ITEMS = Set.of(
            "CollabAgentToolCall",
            "CommandExecution",
            "ContextCompaction",
            "DynamicToolCall",
            "EnteredReviewMode",
            "ExitedReviewMode",
            "Extension",
            "FileChange",
            "HookPrompt",
            "ImageGeneration",
            "ImageView",
            "McpToolCall",
            "Plan",
            "Reasoning",
            "Sleep",
            "SubAgentActivity",
            "WebSearch");

    private CodexKinds() {}

    static boolean isMachinery(String record) {
        return RECORDS.contains(record);
    }

    static boolean isSilentEvent(String event) {
        return EVENTS.contains(event);
    }

    static boolean isSilentItem(String item) {
        return ITEMS.contains(item);
    }
}
