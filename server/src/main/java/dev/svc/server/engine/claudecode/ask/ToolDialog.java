package dev.svc.server.engine.claudecode.ask;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a tool may be used.
record ToolDialog(PermissionRequest request) implements ClaudeDialog {
    private static final String ONCE = "allow";
    private static final String DENY = "deny";
    private static final String ALWAYS = "always-";
    private static final String DENIED = "Denied from svc.";

    @Override
    public Ask ask() {
        var shown = ToolInput.of(request);
        return new Ask(
                Ask.Kind.PERMISSION,
                request.tool(),
                shown.title(),
                shown.text(),
                shown.command(),
                shown.diff(),
                request.folder().isEmpty() ? null : request.folder(),
                choices());
    }

    private List<Ask.Choice> choices() {
        var choices = new ArrayList<Ask.Choice>();
        choices.add(Ask.Choice.once(ONCE, "Allow once", Effect.ALLOW));
        for (int i = 0; i < request.suggestions().size(); i++) {
            var key = ALWAYS + i;
            Suggestion.label(request.suggestions().get(i))
                    .ifPresent(label -> choices.add(new Ask.Choice(key, label, Effect.ALLOW, true, false)));
        }
        choices.add(new Ask.Choice(DENY, "Deny", Effect.DENY, false, true));
        return choices;
    }

    @Override
    public ObjectNode decision(Ask.Choice choice, @Nullable String words) {
        var decision = JsonNodeFactory.instance.objectNode();
        var key = choice.key();
        if (key.equals(DENY)) {
            return decision.put("behavior", "deny").put("message", words == null ? DENIED : words);
        }
        decision.put("behavior", "allow");
        if (key.startsWith(ALWAYS)) {
            int index = Integer.parseInt(key.substring(ALWAYS.length()));
            decision.putArray("updatedPermissions").add(request.suggestions().get(index));
        } else if (!key.equals(ONCE)) {
            throw new IllegalArgumentException("no such choice");
        }
        return decision;
    }
}
