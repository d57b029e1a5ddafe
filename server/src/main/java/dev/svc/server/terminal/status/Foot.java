package dev.svc.server.terminal.status;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/// The lowest lines of a screen that say anything, which is where programs put what they ask and do.
final class Foot {
    private Foot() {}

    static Stream<String> of(List<String> lines, int most) {
        var said = new ArrayDeque<String>(most);
        for (int at = lines.size() - 1; at >= 0 && said.size() < most; at--) {
            String line = lines.get(at);
            if (!line.isBlank()) {
                said.addFirst(line);
            }
        }
        return said.stream();
    }
}
