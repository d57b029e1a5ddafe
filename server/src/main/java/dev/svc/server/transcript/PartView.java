package dev.svc.server.transcript;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some turns as the interface gives them out: as text or one by one.
public record PartView(
        int turnsFrom,
        int turnsTo,
        int totalTurns,
        @Nullable String nextCursor,
        @JsonInclude(Include.NON_NULL) @Nullable String text,
        @JsonInclude(Include.NON_NULL) @Nullable List<TurnView> turns,
        boolean truncated) {

    public static PartView of(Part part) {
        return switch (part.body()) {
            case Part.Text text -> of(part, text.text(), null);
            case Part.Told told ->
                of(
                        part,
                        null,
                        told.turns().stream()
                                .map(piece -> TurnView.of(piece.index(), piece.turn(), piece.cut()))
                                .toList());
        };
    }

    private static PartView of(Part part, @Nullable String text, @Nullable List<TurnView> turns) {
        return new PartView(part.from(), part.to(), part.total(), part.nextCursor(), text, turns, part.truncated());
    }
}
