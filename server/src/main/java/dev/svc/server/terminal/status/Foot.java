package dev.svc.server.terminal.status;

import java.util.List;
import java.util.stream.Stream;

/// The lowest lines of a screen that say anything, which is where programs put what they ask and do.
final class Foot {
    private Foot() {}

    static Stream<String> of(List<String> lines, int most) {
        var said = lines.stream().filter(line -> !line.isBlank()).toList();
        return said.subList(Math.max(0, said.size() - most), said.size()).stream();
    }
}
