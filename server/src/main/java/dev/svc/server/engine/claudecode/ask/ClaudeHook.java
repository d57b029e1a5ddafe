package dev.svc.server.engine.claudecode.ask;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.engine.ask.AskWay;
import dev.svc.server.engine.ask.HookCall;
import dev.svc.server.engine.ask.HookWay;
import dev.svc.server.session.Ask;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The program's permission hook. It is handed over in a file of its own beside the person's settings, which are left
/// alone, and it runs while the dialog is shown: whichever is answered first counts.
public final class ClaudeHook implements HookWay {
    /// The program goes on waiting at its dialog after that.
    private static final int HELD_SECONDS = 3_600;

    /// Before that, it may refuse to start with settings that name such a hook.
    private static final ClaudeVersion FIRST = new ClaudeVersion(2, 1, 100);

    private static final ObjectMapper JSON = new ObjectMapper();

    /// Empty unless the program is known to be new enough.
    public static Optional<AskWay> of(Path binary) {
        return ClaudeVersion.of(binary).filter(it -> it.compareTo(FIRST) >= 0).map(_ -> new ClaudeHook());
    }

    @Override
    public String configuration(URI address) {
        var root = JsonNodeFactory.instance.objectNode();
        var matched = root.putObject("hooks").putArray("PermissionRequest").addObject();
        matched.put("matcher", "*");
        matched.putArray("hooks")
                .addObject()
                .put("type", "http")
                .put("url", address.toString())
                .put("timeout", HELD_SECONDS);
        return root.toString();
    }

    @Override
    public List<String> arguments(Path file) {
        return List.of("--settings", file.toString());
    }

    @Override
    public HookCall read(String body) {
        var request = PermissionRequest.read(JSON, body);
        return ClaudeDialog.of(request)
                .<HookCall>map(dialog -> new HookCall.Asks(request.session(), dialog.ask(), body))
                .orElseGet(() -> new HookCall.Other(request.session()));
    }

    @Override
    public String answer(HookCall.Asks call, Ask.Choice choice, @Nullable String words) {
        var decision = ClaudeDialog.of(PermissionRequest.read(JSON, call.body()))
                .orElseThrow(() -> new IllegalArgumentException("this call asks nothing"))
                .decision(choice, words);
        return answer(decision);
    }

    private static String answer(ObjectNode decision) {
        var root = JsonNodeFactory.instance.objectNode();
        root.putObject("hookSpecificOutput")
                .put("hookEventName", PermissionRequest.EVENT)
                .set("decision", decision);
        return root.toString();
    }

    @Override
    public String noAnswer() {
        return "{}";
    }
}
