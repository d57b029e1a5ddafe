package dev.svc.server.engine.codex;

import dev.svc.server.engine.json.JsonView;
import dev.svc.server.session.SessionFacts;

/// What a person or the model said in an event. Older rollouts say it in events of their own, newer ones in completed
/// items.
final class CodexSpeech {
    private static final int ENOUGH = SessionFacts.MAX_FIRST_MESSAGE + 100;
    private static final String EDITOR = "# Context from my IDE setup:";
    private static final String REQUEST = "## My request for Codex:";

    private final int enough;
    private String event = "";
    private String item = "";
    private String plain = "plain";
    private String message = "";
    private final StringBuilder words = new StringBuilder();

    CodexSpeech() {
        this(ENOUGH);
    }

    /// @param enough how many characters are wanted
    CodexSpeech(int enough) {
        this.enough = enough;
    }

    void take(String key, JsonView value) {
        switch (key) {
            case "type" -> event = value.text();
            case "kind" -> plain = value.text();
            case "message" -> message = text(value);
            case "item" -> value.members(this::takeItem);
            default -> {}
        }
    }

    private void takeItem(String key, JsonView value) {
        if (key.equals("type")) {
            item = value.text();
        } else if (key.equals("content") && isSpoken()) {
            value.elements(block -> block.members((name, text) -> {
                if (name.equals("text") && words.length() < enough) {
                    words.append(words.isEmpty() ? "" : "\n").append(text(text));
                }
            }));
        }
    }

    private boolean isSpoken() {
        return item.equals("UserMessage") || item.equals("AgentMessage");
    }

    /// Text that an editor puts before the request was not typed by the person.
    private String text(JsonView value) {
        var beginning = value.text(enough);
        if (!beginning.startsWith(EDITOR)) {
            return beginning;
        }
        var whole = value.text();
        int request = whole.indexOf(REQUEST);
        return request < 0
                ? beginning
                : whole.substring(request + REQUEST.length()).strip();
    }

    /// A rollout has either of the two ways, for life; some also write the other one, which would count twice.
    boolean isTyped(boolean paginated) {
        return paginated ? item.equals("UserMessage") : event.equals("user_message") && plain.equals("plain");
    }

    boolean isAnswer(boolean paginated) {
        return (paginated ? item.equals("AgentMessage") : event.equals("agent_message"))
                && !words(paginated).isBlank();
    }

    String words(boolean paginated) {
        return paginated ? words.toString() : message;
    }

    String unknown() {
        return switch (event) {
            case "user_message", "agent_message" -> "";
            case "item_completed" -> isSpoken() || CodexKinds.isSilentItem(item) ? "" : "item " + item;
            default -> CodexKinds.isSilentEvent(event) ? "" : "event " + event;
        };
    }
}
