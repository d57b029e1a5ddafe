package dev.svc.server.wiring.terminal;

import dev.svc.server.outside.OutsidePrograms;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.status.Picture;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What the board shows: the screens of all terminals, and what runs outside and says what it does, whose screens
/// nobody
/// sees.
public final class Pictures implements Supplier<List<Picture>> {
    private final Terminals terminals;
    private final OutsidePrograms outside;

    public Pictures(Terminals terminals, OutsidePrograms outside) {
        this.terminals = terminals;
        this.outside = outside;
    }

    @Override
    public List<Picture> get() {
        var elsewhere = outside.seen().values().stream()
                .filter(it -> it.status().isLive() && !terminals.isLive(it.session()))
                .map(it -> new Picture(
                        it.session(), it.status(), it.asking(), List.of(), Size.USUAL.cols(), Size.USUAL.rows()));
        return Stream.concat(terminals.pictures().stream(), elsewhere).toList();
    }
}
