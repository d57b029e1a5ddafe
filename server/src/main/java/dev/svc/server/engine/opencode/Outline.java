package dev.svc.server.engine.opencode;

import dev.svc.server.engine.turn.Lineage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which turns a conversation has and which records make them, given its messages and their parts in order.
/// Records go by a number of the caller's. Owned by one reading.
final class Outline {
    private final List<Step> steps = new ArrayList<>();
    private @Nullable Open open;
    private long size;

    enum Kind {
        TYPED,
        SAID,
        CALLED,
        COMPACTED,
        FAILED
    }

    /// @param identity of its message, whatever number that has
    /// @param end how many bytes of the conversation end with it
    record Step(Kind kind, long message, long identity, List<Long> parts, long end) {}

    /// What is known of the message whose parts come now.
    private static final class Open {
        final long key;
        final long identity;
        final boolean typed;
        final boolean summary;
        final boolean failed;
        final List<Long> texts = new ArrayList<>();
        final List<Long> thoughts = new ArrayList<>();
        final List<Long> files = new ArrayList<>();
        final List<Long> tools = new ArrayList<>();
        int toolsBeforeText;
        boolean injected;

        Open(long key, long identity, boolean typed, boolean summary, boolean failed) {
            this.key = key;
            this.identity = identity;
            this.typed = typed;
            this.summary = summary;
            this.failed = failed;
        }
    }

    /// @param role its author's; a message with an unknown role is left out
    void message(long key, String id, String role, boolean summary, boolean failed, long bytes) {
        close();
        size += bytes;
        boolean known = role.equals("user") || role.equals("assistant");
        open = known ? new Open(key, Lineage.identity(id), role.equals("user"), summary, failed) : null;
    }

    void part(long key, String type, boolean hasText, boolean synthetic, long bytes) {
        size += bytes;
        if (open == null) {
            return;
        }
        switch (type) {
            case "text" -> text(open, key, hasText, synthetic);
            case "reasoning" -> open.thoughts.add(key);
            case "file" -> open.files.add(key);
            case "tool" -> open.tools.add(key);
            case "compaction" -> open.injected = true;
            default -> {}
        }
    }

    private static void text(Open message, long key, boolean hasText, boolean synthetic) {
        if (synthetic) {
            message.injected = true;
        } else if (hasText) {
            message.toolsBeforeText = message.texts.isEmpty() ? message.tools.size() : message.toolsBeforeText;
            message.texts.add(key);
        }
    }

    private void close() {
        if (open == null) {
            return;
        }
        if (open.summary) {
            step(Kind.COMPACTED, open, open.texts);
        } else if (open.typed) {
            typed(open);
        } else {
            answered(open);
        }
        if (open.failed) {
            step(Kind.FAILED, open, List.of());
        }
        open = null;
    }

    /// A picture is a message too.
    private void typed(Open message) {
        if (!message.texts.isEmpty()) {
            step(Kind.TYPED, message, message.texts);
        } else if (!message.injected) {
            step(Kind.TYPED, message, message.files);
        }
    }

    /// What was thought belongs to what came first of it.
    private void answered(Open message) {
        var thoughts = new ArrayList<>(message.thoughts);
        boolean said = !message.texts.isEmpty() || message.tools.isEmpty();
        int before = message.texts.isEmpty() ? 0 : message.toolsBeforeText;
        for (int i = 0; i <= message.tools.size(); i++) {
            if (said && i == before) {
                thoughts.addAll(message.texts);
                if (!thoughts.isEmpty()) {
                    step(Kind.SAID, message, thoughts);
                }
                thoughts = new ArrayList<>();
            }
            if (i < message.tools.size()) {
                thoughts.add(message.tools.get(i));
                step(Kind.CALLED, message, thoughts);
                thoughts = new ArrayList<>();
            }
        }
    }

    private void step(Kind kind, Open message, List<Long> parts) {
        steps.add(new Step(kind, message.key, message.identity, List.copyOf(parts), size));
    }

    List<Step> steps() {
        close();
        return steps;
    }
}
