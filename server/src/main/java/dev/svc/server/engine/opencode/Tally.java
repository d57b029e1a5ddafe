package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.file.Excerpt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Adds up one session's messages and their parts, given in their order; owned by the reading that made it.
final class Tally {
    private static final Set<String> SILENT_PARTS = Set.of(
            "reasoning", "tool", "step-start", "step-finish", "patch", "file", "subtask", "agent", "retry", "snapshot");

    private final String version;
    private final @Nullable String hiddenFrom;
    private final Map<String, Message> messages = new LinkedHashMap<>();
    private final Unreadables unreadable = new Unreadables();
    private @Nullable String model;
    private long bytes;

    /// What is known of one message so far.
    private static final class Message {
        private final boolean isPersons;
        private final StringBuilder typed = new StringBuilder();
        private boolean hasText;
        private boolean isInjected;

        Message(boolean isPersons) {
            this.isPersons = isPersons;
        }

        /// A person's message counts even without text, for it may be a picture; a program's only when it can be seen.
        boolean counts() {
            return isPersons ? hasText || !isInjected : hasText;
        }
    }

    /// Starts a session's sum.
    ///
    /// @param hiddenFrom the id from which on messages are undone
    Tally(String version, @Nullable String hiddenFrom) {
        this.version = OpencodeMemo.word(version);
        this.hiddenFrom = hiddenFrom;
    }

    /// Takes the next message; its parts follow.
    ///
    /// @param summary whether it is the summary that a compaction left
    void message(String id, @Nullable String role, @Nullable String usedModel, boolean summary, long size) {
        bytes += size;
        if (role == null || !(role.equals("user") || role.equals("assistant"))) {
            unreadable.add(role == null ? "message" : "message:" + OpencodeMemo.word(role), version);
        } else if (!isHidden(id) && !summary) {
            messages.put(id, new Message(role.equals("user")));
            model = usedModel == null ? model : usedModel;
        }
    }

    /// Ids of messages grow with time.
    private boolean isHidden(String id) {
        return hiddenFrom != null && id.compareTo(hiddenFrom) >= 0;
    }

    /// Takes a part of a message that was taken before.
    ///
    /// @param text the beginning of a text part
    /// @param synthetic whether the program wrote it in the person's name
    void part(String messageId, @Nullable String type, @Nullable String text, boolean synthetic, long size) {
        bytes += size;
        var message = messages.get(messageId);
        if (type == null) {
            unreadable.add("part", version);
        } else if (type.equals("text")) {
            text(message, text, synthetic);
        } else if (type.equals("compaction")) {
            inject(message);
        } else if (!SILENT_PARTS.contains(type)) {
            unreadable.add("part:" + OpencodeMemo.word(type), version);
        }
    }

    private static void inject(@Nullable Message message) {
        if (message != null) {
            message.isInjected = true;
        }
    }

    private void text(@Nullable Message message, @Nullable String text, boolean synthetic) {
        if (text == null) {
            unreadable.add("part:text", version);
        } else if (synthetic) {
            inject(message);
        } else if (message != null && !text.isBlank()) {
            message.hasText = true;
            if (message.isPersons) {
                message.typed.append(message.typed.isEmpty() ? "" : "\n").append(text);
            }
        }
    }

    /// Notes that the database is damaged where more of this session lies.
    Tally damaged() {
        unreadable.add("database", version);
        return this;
    }

    int messages() {
        return (int) messages.values().stream().filter(Message::counts).count();
    }

    @Nullable
    String firstMessage() {
        return messages.values().stream()
                .filter(message -> message.isPersons && message.hasText)
                .findFirst()
                .map(message -> Excerpt.message(TypedText.of(message.typed.toString())))
                .orElse(null);
    }

    @Nullable
    String model() {
        return model;
    }

    long bytes() {
        return bytes;
    }

    List<Unreadable> unreadable() {
        return unreadable.list();
    }
}
