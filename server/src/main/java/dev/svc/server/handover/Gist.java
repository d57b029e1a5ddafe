package dev.svc.server.handover;

import java.util.List;
import java.util.function.UnaryOperator;

/// What a conversation was about, without the conversation. Empty texts where there was nothing of the kind.
///
/// @param goal the first thing that the person said
/// @param summary the program's own, of what it compacted last
/// @param said what the person said after that, the newest last
/// @param answer what the program said last
/// @param changed the files that it changed
record Gist(String goal, String summary, List<String> said, String answer, ChangedPaths changed) {
    Gist {
        said = List.copyOf(said);
    }

    Gist each(UnaryOperator<String> change) {
        return new Gist(
                change.apply(goal),
                change.apply(summary),
                said.stream().map(change).toList(),
                change.apply(answer),
                new ChangedPaths(changed.files().stream().map(change).toList(), changed.more(), changed.commands()));
    }
}
