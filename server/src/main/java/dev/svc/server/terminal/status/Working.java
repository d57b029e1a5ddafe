package dev.svc.server.terminal.status;

import dev.svc.server.session.EngineKey;
import java.util.List;
import java.util.regex.Pattern;

/// The words and spinners that programs show at the foot of the screen while they work.
final class Working {
    private static final Wording OPENCODE =
            Wording.of("[⬝■]{4,}.*esc interrupt|esc interrupt\\s*$|esc interrupt ", "esc interrupt");
    private static final Pattern KIMI = Pattern.compile("^\\s*([⠁-⣿] (Working|Thinking)|[🌑🌒🌓🌔🌕🌖🌗🌘]).*");
    private static final Wording CLAUDE = Wording.of("\\besc to interrupt\\b", "esc to interrupt");

    /// The frame of an input box: without one, those words are somebody's output.
    private static final Pattern BOX = Pattern.compile("[\\s│┃╭╰]*[─━]{8,}.*|\\s*[❯›].*");

    private Working() {}

    private static boolean hasBox(List<String> lines) {
        return Foot.of(lines, 10).anyMatch(line -> BOX.matcher(line).matches());
    }

    static boolean shownIn(EngineKey engine, List<String> lines) {
        return switch (engine) {
            case OPENCODE -> Foot.of(lines, 4).anyMatch(OPENCODE::isIn);
            case KIMI -> Foot.of(lines, 14).anyMatch(line -> KIMI.matcher(line).matches());
            case CLAUDE_CODE -> Foot.of(lines, 4).anyMatch(CLAUDE::isIn) && hasBox(lines);
            default ->
                Foot.of(lines, 6).anyMatch(line -> line.contains("esc to cancel") || line.contains("esc to interrupt"))
                        && hasBox(lines);
        };
    }
}
